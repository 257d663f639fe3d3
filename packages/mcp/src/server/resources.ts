import { ErrorCode, McpError } from '@modelcontextprotocol/sdk/types.js'
import { isPinakesError, isUlid, parsePnkUri, quote } from '@pinakes/manifest'
import type { Payload } from '@pinakes/retrieve'
import { documentAnswer } from '../answer/document-answer.js'
import { kbOverview } from '../kbs/kb-overview.js'
import { readDocument } from '../kbs/read-document.js'
import type { ServedKb, ServedKbs } from '../kbs/served-kb.js'
import { failureOf } from '../tools/failure.js'

const JSON_TYPE = 'application/json'
const KB_URI = 'pinakes://kb/'
/** The protocol's code for a resource that is not there. */
const RESOURCE_NOT_FOUND = -32002

/** The resources that are listed: one per served knowledge base. Documents are read by the template. */
export function listResources(kbs: ServedKbs) {
  return kbs.all.map(({ kb }) => ({
    uri: `${KB_URI}${kb.id}`,
    name: kb.name,
    title: `Knowledge base ${kb.name}`,
    description: 'Name, id, number of documents and passages, and the knowledge bases that it links to.',
    mimeType: JSON_TYPE,
  }))
}

export const RESOURCE_TEMPLATES = [
  {
    uriTemplate: 'pnk://{kb_id}/{doc_id}',
    name: 'document',
    title: 'A document of a served knowledge base',
    description:
      'What pinakes_get gives for the document, by the ids that pinakes_search and pinakes_links give.',
    mimeType: JSON_TYPE,
  },
]

/**
 * The resource at `uri`.
 * @throws McpError -32002 for what is not served here, -32603 for what cannot be read
 */
export async function readResource(kbs: ServedKbs, uri: string) {
  const content = uri.startsWith(KB_URI) ? await kbContent(kbs, uri) : await documentContent(kbs, uri)
  return { contents: [{ uri, mimeType: JSON_TYPE, text: JSON.stringify(content) }] }
}

async function kbContent(kbs: ServedKbs, uri: string): Promise<Payload> {
  const served = kbs.byId(uri.slice(KB_URI.length))
  if (served === undefined) throw notFound(uri, 'no such knowledge base is served here')
  const { name, id, documents, chunks, isCalibrated } = await kbOverview(served)
  return {
    name,
    id,
    documents,
    chunks,
    calibrated: isCalibrated,
    linked_kbs: served.manifest.links.kb.map((linked) => ({
      id: linked.id,
      alias: linked.name,
      served: kbs.byId(linked.id) !== undefined,
    })),
  }
}

async function documentContent(kbs: ServedKbs, uri: string): Promise<Payload> {
  const { served, id } = documentOf(kbs, uri)
  try {
    const document = await readDocument(served, id)
    return documentAnswer(served.kb.name, document, {
      pageStart: undefined,
      pageEnd: undefined,
      maxTokens: undefined,
    })
  } catch (error) {
    const { message, remedy, reason } = failureOf(error, kbs)
    if (reason === 'SERVE_DOCUMENT_UNKNOWN') throw notFound(uri, message)
    throw new McpError(ErrorCode.InternalError, `${message}. ${remedy}`)
  }
}

function documentOf(kbs: ServedKbs, uri: string): { served: ServedKb; id: string } {
  try {
    const { kb, doc } = parsePnkUri(uri)
    const served = kb !== null && isUlid(kb) ? kbs.byId(kb) : undefined
    if (served === undefined) throw notFound(uri, 'its knowledge base is not served here')
    return { served, id: doc }
  } catch (error) {
    if (isPinakesError(error))
      throw notFound(uri, 'resources are pinakes://kb/<kb id> and pnk://<kb id>/<document id>')
    throw error
  }
}

function notFound(uri: string, why: string): McpError {
  return new McpError(RESOURCE_NOT_FOUND, `Resource not found: ${quote(uri)}: ${why}`, { uri })
}

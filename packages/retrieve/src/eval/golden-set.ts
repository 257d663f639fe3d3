import { decodeUtf8, displayPath } from '@pinakes/manifest'
import { LineCounter, parseDocument } from 'yaml'
import { RetrieveError } from '../errors.js'
import type { Question } from './contracts.js'
import { readEvalFile } from './eval-file.js'
import { type FaultLog, faultLog, goldenSetError } from './golden-faults.js'
import { readQuestion } from './golden-question.js'

/** Where the golden set of every KB lies, from its root. */
export const GOLDEN_SET_PATH = 'eval/questions.yaml'

/** An alias bomb stays small: no golden set repeats a part a hundred times. */
const MAX_ALIASES = 100

/**
 * The golden questions of the KB at `root`, in their order; empty for `questions: []`.
 * @throws RetrieveError `RETRIEVE_QUESTIONS_MISSING`, `RETRIEVE_QUESTIONS_INVALID`
 */
export function readGoldenSet(root: string): Question[] {
  return parseGoldenSet(decode(readBytes(root)), GOLDEN_SET_PATH)
}

/**
 * The questions that `text` spells: YAML 1.2, one mapping with the key `questions`. `path` is for
 * messages. All faults are reported at once.
 * @throws RetrieveError `RETRIEVE_QUESTIONS_INVALID`
 */
export function parseGoldenSet(text: string, path: string): Question[] {
  const lines = new LineCounter()
  const document = parseDocument(text, { version: '1.2', uniqueKeys: true, strict: true, lineCounter: lines })
  const log = faultLog(document, lines)
  for (const { pos, message } of [...document.errors, ...document.warnings])
    log.offset(pos[0], `not valid YAML: ${message.split('\n', 1)[0]?.replace(/ at line .*$/, '')}`)
  const questions = log.faults.length > 0 ? [] : readQuestions(toData(document, log), log)
  if (log.faults.length > 0) throw goldenSetError(path, log.faults)
  return questions
}

function toData(document: ReturnType<typeof parseDocument>, log: FaultLog): unknown {
  try {
    return document.toJS({ maxAliasCount: MAX_ALIASES })
  } catch (error) {
    log.at([], `not valid YAML: ${error instanceof Error ? error.message : String(error)}`)
    return { questions: [] }
  }
}

function readQuestions(data: unknown, log: FaultLog): Question[] {
  const isMapping = typeof data === 'object' && data !== null && !Array.isArray(data)
  if (!isMapping || !('questions' in data)) {
    log.at([], 'expected a mapping with the key questions')
    return []
  }
  if (data.questions === null) return []
  if (!Array.isArray(data.questions)) {
    log.at(['questions'], 'questions must be a list')
    return []
  }
  const questions = data.questions.map((value, i) => readQuestion(value, ['questions', i], log))
  refuseRepeats(questions, log)
  return questions
}

function refuseRepeats(questions: readonly Question[], log: FaultLog): void {
  const seen = new Set<string>()
  for (const [i, { id }] of questions.entries()) {
    if (id !== '' && seen.has(id))
      log.at(['questions', i], `the id ${JSON.stringify(id)} stands twice; give one of them another id`)
    seen.add(id)
  }
}

function readBytes(root: string): Uint8Array {
  const file = readEvalFile(root, GOLDEN_SET_PATH)
  if ('refused' in file) {
    throw new RetrieveError({
      code: 'RETRIEVE_QUESTIONS_INVALID',
      message: `${GOLDEN_SET_PATH}: ${file.refused}`,
      remedy: 'Make it a file of the knowledge base that you may read.',
      cause: file.cause,
    })
  }
  if (file.bytes !== null) return file.bytes
  throw new RetrieveError({
    code: 'RETRIEVE_QUESTIONS_MISSING',
    message: `${displayPath(root)} has no ${GOLDEN_SET_PATH}`,
    remedy: 'Write questions whose answers you know into it; docs/guide.md shows how.',
  })
}

function decode(bytes: Uint8Array): string {
  const text = decodeUtf8(bytes)
  if (text !== null) return text.replace(/^\uFEFF/, '')
  throw goldenSetError(GOLDEN_SET_PATH, [{ line: 1, column: 1, message: 'the file is not UTF-8' }])
}

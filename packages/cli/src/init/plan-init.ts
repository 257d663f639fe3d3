import { basename, dirname } from 'node:path'
import { type KbUlid, kbPaths, MANIFEST_NAME, mintUlid, resolvePath } from '@pinakes/manifest'
import { packageVersion } from '../package-version.js'
import { loadTemplate } from '../templates/load-template.js'
import { type PlannedFile, planTemplateFiles } from '../templates/template-files.js'
import { templatesDirectory } from '../templates/templates-directory.js'
import { DEFAULT_BACKEND, initBackend } from './backends.js'
import { ciWorkflow, WORKFLOW_PATH } from './ci-workflow.js'
import { GITIGNORE, IGNORE_LINE, ignoresState, readGitignore } from './gitignore.js'
import { isThere, refuseParents, refuseTarget } from './refuse-init.js'
import { stampManifest } from './stamp-manifest.js'

export interface InitOptions {
  /** The directory to make a KB; created if missing, adopted if not. Relative to the working directory. */
  readonly path: string
  /** Default: the name of the directory. */
  readonly name?: string
  /** Default: `notes`. */
  readonly template?: string
  /** Default: `static`. */
  readonly backend?: string
  /** Also write a CI workflow. Default false. */
  readonly ci?: boolean
  /** Where templates are looked up; default: those of this installation. */
  readonly templatesDirectory?: string
  /** Default: now. */
  readonly now?: Date
}

/** What `init` will write; nothing has been written. */
export interface InitPlan {
  /** Resolved. */
  readonly root: string
  readonly kbId: KbUlid
  readonly name: string
  /** `name@version`. */
  readonly template: string
  /** Directories below the root, parents first. */
  readonly directories: readonly string[]
  /** In the order of writing; files that exist by then are left as they are. */
  readonly files: readonly PlannedFile[]
  /** The one file written last, and never over another. */
  readonly manifest: PlannedFile
  /** Path of the workflow among `files`, or null. */
  readonly workflow: string | null
  readonly warnings: readonly string[]
}

/**
 * Decides everything about a new KB and looks for every reason to refuse, so that a refusal leaves no trace.
 * @throws InitError, and TemplateError for what is wrong with the template.
 */
export function planInit(options: InitOptions): InitPlan {
  const template = loadTemplate(
    options.templatesDirectory ?? templatesDirectory(),
    options.template ?? 'notes',
  )
  const backend = initBackend(options.backend ?? DEFAULT_BACKEND)
  const root = resolvePath(options.path)
  refuseTarget(root, options.ci ?? false)
  const identity = {
    name: options.name ?? basename(root),
    kbId: mintUlid<'kb'>(),
    now: options.now ?? new Date(),
  }
  const files = planTemplateFiles(template, root)
  if (options.ci) files.push({ path: WORKFLOW_PATH, bytes: Buffer.from(ciWorkflow(packageVersion())) })
  const gitignore = planGitignore(kbPaths(root).gitignore)
  if (!gitignore.exists) files.unshift({ path: '.gitignore', bytes: Buffer.from(GITIGNORE) })
  const directories = ['docs', ...parentsOf(files)]
  refuseParents(root, directories)
  return {
    root,
    kbId: identity.kbId,
    name: identity.name,
    template: template.reference,
    directories,
    files,
    manifest: {
      path: MANIFEST_NAME,
      bytes: Buffer.from(stampManifest({ root, template, backend, ...identity })),
    },
    workflow: options.ci ? WORKFLOW_PATH : null,
    warnings: gitignore.warnings,
  }
}

/** The directories that the files stand in, below the root, each once and after its parent. */
function parentsOf(files: readonly PlannedFile[]): string[] {
  const parents = new Set<string>()
  for (const { path } of files) {
    const names = dirname(path).split('/')
    if (names[0] === '.') continue
    for (let i = 1; i <= names.length; i++) parents.add(names.slice(0, i).join('/'))
  }
  return [...parents]
}

function planGitignore(path: string): { readonly exists: boolean; readonly warnings: readonly string[] } {
  if (!isThere(path)) return { exists: false, warnings: [] }
  if (ignoresState(readTextOrNothing(path))) return { exists: true, warnings: [] }
  return {
    exists: true,
    warnings: [`.gitignore does not ignore the derived state; add this line to it: ${IGNORE_LINE}`],
  }
}

function readTextOrNothing(path: string): string {
  try {
    return readGitignore(path)
  } catch {
    // What cannot be read cannot be said to ignore anything: the warning follows.
    return ''
  }
}

/** Puts a copy of the repository's templates into the package, where an installed `pnk` looks for them. */
import { cpSync, rmSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

const source = fileURLToPath(new URL('../../../templates', import.meta.url))
const target = fileURLToPath(new URL('../templates', import.meta.url))

rmSync(target, { recursive: true, force: true })
cpSync(source, target, { recursive: true })

import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

export const REPO_ROOT = fileURLToPath(new URL('../../', import.meta.url))

export interface PackageManifest {
  readonly name: string
  readonly version: string
  readonly private?: boolean
  readonly dependencies?: Readonly<Record<string, string>>
  readonly devDependencies?: Readonly<Record<string, string>>
  readonly peerDependencies?: Readonly<Record<string, string>>
  readonly peerDependenciesMeta?: Readonly<Record<string, { readonly optional?: boolean }>>
  readonly optionalDependencies?: Readonly<Record<string, string>>
}

/** The folders under `packages/`, with what their `package.json` says. */
export function workspacePackages(): { folder: string; manifest: PackageManifest }[] {
  return readdirSync(`${REPO_ROOT}packages`)
    .sort()
    .map((name) => ({
      folder: `packages/${name}`,
      manifest: JSON.parse(
        readFileSync(`${REPO_ROOT}packages/${name}/package.json`, 'utf8'),
      ) as PackageManifest,
    }))
}

import { defaultProviders } from '@pinakes/embed'
import { FORMAT_LEVEL } from '@pinakes/manifest'
import { type InstalledModels, installedModels } from './installed-models.js'
import type { CommandIo } from './io.js'
import { packageVersion } from './package-version.js'

/** What a model provider runs on here. */
export interface ProviderState {
  readonly name: string
  readonly isInstalled: boolean
  /** The command that installs what it lacks; null when it needs nothing, or has it. */
  readonly install: string | null
}

/** What `pnk` is and runs on: all that a bug report needs. */
export interface MachineReport {
  readonly version: string
  readonly formatLevel: string
  readonly node: string
  readonly platform: string
  /** Null where the library does not load. */
  readonly sqlite: { readonly version: string; readonly hasFts5: boolean } | null
  readonly providers: readonly ProviderState[]
  readonly models: InstalledModels
}

/** Reads versions, and names and sizes of models; loads none of them and opens no network connection. */
export async function machineReport(env: CommandIo['env']): Promise<MachineReport> {
  return {
    version: packageVersion(),
    formatLevel: FORMAT_LEVEL,
    node: process.version,
    platform: `${process.platform} ${process.arch}`,
    sqlite: await sqliteReport(),
    providers: providerStates(),
    models: await installedModels(env),
  }
}

/** A machine whose SQLite does not load still learns which `pnk` it has. */
async function sqliteReport(): Promise<MachineReport['sqlite']> {
  try {
    const { hasFts5, sqliteVersion } = await import('@pinakes/index')
    return { version: sqliteVersion(), hasFts5: hasFts5() }
  } catch {
    return null
  }
}

function providerStates(): ProviderState[] {
  const providers = defaultProviders()
  const names = new Set(providers.names().map((name) => providers.ownName(name)))
  return [...names].map((name) => {
    const isInstalled = providers.isInstalled(name)
    return {
      name,
      isInstalled,
      install: isInstalled ? null : (providers.find(name).requires?.install ?? null),
    }
  })
}

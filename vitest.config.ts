import { readdirSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitest/config'

const root = fileURLToPath(new URL('.', import.meta.url))

/** Tests run on the sources: every workspace package resolves to its `src/index.ts`, a subpath to its folder's. */
const alias = [
  { find: /^@pinakes\/retrieve\/eval$/, replacement: `${root}packages/retrieve/src/eval/index.ts` },
  ...readdirSync(`${root}packages`).map((name) => ({
    find: new RegExp(`^@pinakes/${name}$`),
    replacement: `${root}packages/${name}/src/index.ts`,
  })),
]

export default defineConfig({
  resolve: { alias },
  test: {
    include: ['packages/*/test/**/*.test.ts', 'tools/**/*.test.ts'],
    exclude: ['**/node_modules/**', '**/dist/**'],
    setupFiles: ['tools/property-seed.ts'],
    pool: 'forks',
    // Many tests wait for processes of their own: a core left for vitest itself would be idle.
    maxWorkers: availableParallelism(),
    reporters: process.env.CI ? ['default', ['json', { outputFile: '.vitest/report.json' }]] : ['default'],
    testTimeout: 60_000,
    // Tests with processes, signals and file events depend on a machine that CI shares. A second try is said at the end of
    // `.ci/run`, by name; nowhere else is a test tried twice.
    retry: process.env.CI ? 1 : 0,
    hookTimeout: 120_000,
  },
})

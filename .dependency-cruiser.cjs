/** The layer table of docs/architecture.md as lint rules; the table itself is tools/gates/layers.json. */
const layers = require('./tools/gates/layers.json')

const names = (list) => list.join('|')

const layerRules = Object.entries(layers).flatMap(([name, { may, types = [] }]) => [
  {
    name: `layer-${name}`,
    comment: `@pinakes/${name} may import: ${names([...may, ...types]) || 'no other package'}`,
    severity: 'error',
    from: { path: `^packages/${name}/src/` },
    to: { path: '^packages/', pathNot: `^packages/(${names([name, ...may, ...types])})/` },
  },
  ...types.map((other) => ({
    name: `types-only-${name}-${other}`,
    comment: `@pinakes/${name} may import only types from @pinakes/${other}`,
    severity: 'error',
    from: { path: `^packages/${name}/src/` },
    to: { path: `^packages/${other}/`, dependencyTypesNot: ['type-only'] },
  })),
])

/** @type {import('dependency-cruiser').IConfiguration} */
module.exports = {
  forbidden: [
    ...layerRules,
    {
      name: 'no-cycle',
      severity: 'error',
      from: {},
      to: { circular: true, viaOnly: { dependencyTypesNot: ['type-only'] } },
    },
    {
      name: 'no-deep-import',
      comment: 'Another package is reached through its index, or the index of a subpath that it exports',
      severity: 'error',
      from: { path: '^packages/([^/]+)/src/' },
      to: {
        path: '^packages/([^/]+)/(src|dist)/',
        pathNot: [
          '^packages/$1/',
          '^packages/[^/]+/src/index\\.ts$',
          '^packages/retrieve/src/eval/index\\.ts$',
        ],
      },
    },
    {
      name: 'no-undeclared',
      comment: 'Imported, but not a dependency of this package',
      severity: 'error',
      from: { path: '^packages/[^/]+/src/' },
      to: {
        dependencyTypes: ['npm-no-pkg', 'npm-unknown', 'unknown', 'undetermined'],
        // Found among the peers, it is said to be missing from the dependencies all the same.
        dependencyTypesNot: ['npm-peer'],
      },
    },
    {
      name: 'no-unresolvable',
      severity: 'error',
      from: { path: '^packages/[^/]+/src/' },
      to: { couldNotResolve: true },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '/dist/' },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    enhancedResolveOptions: { exportsFields: ['exports'], conditionNames: ['import', 'types', 'default'] },
  },
}

// One sync by the built packages, without a command line around it. Usage: node sync-once.mjs ROOT
import { syncKb } from '../../../packages/sync/dist/index.js'

const [root] = process.argv.slice(2)
const report = await syncKb(root, {
  extractors: [],
  loadEmbedder: async () => {
    const { loadEmbedder } = await import('../../../packages/embed/dist/index.js')
    return loadEmbedder({
      provider: 'static',
      model: 'pinakes/static-en',
      dim: 256,
      revision: null,
      offline: true,
    })
  },
})
if (report.outcome !== 'ok') throw new Error(JSON.stringify(report.failed.slice(0, 3)))
console.log(JSON.stringify({ added: report.added.length, unchanged: report.unchanged }))

import { isPinakesError } from '@pinakes/manifest'
import { pullModel } from '../../../src/hub/pull.js'

/** Pulls the model named on the command line by the settings of the environment; tells of every report, then of the end. */
const [model = ''] = process.argv.slice(2)
const tell = (line: unknown) => process.stdout.write(`${JSON.stringify(line)}\n`)
try {
  const { files, fetchedBytes } = await pullModel({
    model,
    revision: null,
    onProgress: (progress) => tell(progress),
  })
  tell({ files: files.length, fetchedBytes })
} catch (error) {
  if (!isPinakesError(error)) throw error
  tell({ code: error.code, message: error.message, remedy: error.remedy })
}

'use strict'

import('../dist/main.js').then(
  (cli) => cli.main(process.argv.slice(2)),
  (error) => {
    const missing = error?.code === 'ERR_MODULE_NOT_FOUND'
    console.error(`error: pnk cannot start: ${String(error?.message).split('\n')[0]}`)
    console.error(
      missing
        ? 'install it again: npm install -g @pinakes/cli'
        : 'run again with PNK_DEBUG=1 for the details',
    )
    if (process.env.PNK_DEBUG === '1') console.error(error)
    process.exitCode = 1
  },
)

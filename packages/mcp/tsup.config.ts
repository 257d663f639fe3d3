import { defineConfig } from 'tsup'
import { leaveOut } from '../../tools/build/leave-out.js'
import { libraryBuild } from '../../tsup.base.js'

/**
 * What the protocol library loads at start and this server never reaches: the validator for forms that a server lets a
 * client fill in. The library itself is compiled in, because its web frameworks would otherwise be installed with us.
 */
const UNREACHED = ['ajv', 'ajv-formats']

export default defineConfig(
  libraryBuild([/^@modelcontextprotocol\/sdk/, /^zod/, /^@hono\/node-server/, /^hono/], {
    splitting: true,
    esbuildPlugins: [leaveOut(UNREACHED)],
  }),
)

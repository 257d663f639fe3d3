export { EXIT, type ExitCode } from './exit-codes.js'
export type { CommandIo, TextOutput } from './io.js'
export { main, runArgv } from './main.js'

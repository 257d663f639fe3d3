import { string as stringArg } from '@oclif/core/args'
import { boolean, integer, string } from '@oclif/core/flags'
import type { Log, ServedKbs } from '@pinakes/mcp'
import { usageError } from '../cli-error.js'
import { PnkCommand } from '../command.js'
import { EXIT, type ExitCode } from '../exit-codes.js'
import { notEmpty, offlineFlag } from '../flags/common.js'

interface HttpFlags {
  readonly host: string | undefined
  readonly port: number | undefined
  readonly 'allow-origin': readonly string[] | undefined
}

/** `pnk serve`: the MCP server, on stdin and stdout or over HTTP, until it is stopped. */
export class Serve extends PnkCommand {
  static override id = 'serve'
  static override summary = 'Serve knowledge bases to agents over MCP'
  static override description =
    'Speaks the Model Context Protocol on stdin and stdout, or over HTTP to this computer alone: search, read, follow ' +
    'links, list the knowledge bases. It reads, free of charge, and writes nothing; only what is named is served. ' +
    'Clients start it by themselves: give them this command. It ends with its client, or with Ctrl-C. With --http it ' +
    'asks for a token, that of PINAKES_MCP_TOKEN or a new one at each start, which it prints on stderr once.'
  static override examples = [
    { description: 'For an agent: what its configuration has to start', command: 'pnk serve /home/me/notes' },
    { description: 'Two knowledge bases at once', command: 'pnk serve notes manuals' },
    { description: 'Over HTTP, on a port of your own', command: 'pnk serve notes --http --port 8765' },
  ]
  static override args = {
    kb: stringArg({
      description:
        'Directories of the knowledge bases to serve; default: the one around the current directory',
      multiple: true,
      ignoreStdin: true,
      parse: async (path) => notEmpty(path),
    }),
  }
  static override flags = {
    offline: offlineFlag,
    http: boolean({ description: 'Serve over streamable HTTP instead of stdin and stdout', default: false }),
    host: string({
      description: 'With --http: the loopback address to listen on. Default: 127.0.0.1',
      helpValue: 'HOST',
    }),
    port: integer({
      description: 'With --http: the port to listen on. Default: any that is free; it is printed on stderr',
      helpValue: 'N',
      min: 0,
      max: 65_535,
    }),
    'allow-origin': string({
      description: 'With --http: a web page that may ask, by its origin; may be given several times',
      helpValue: 'ORIGIN',
      multiple: true,
      multipleNonGreedy: true,
    }),
  }

  async run(): Promise<ExitCode> {
    const { args, flags } = await this.parse(Serve)
    if (!flags.http) refuseHttpFlags(flags)
    const { openKbs, textLog } = await import('@pinakes/mcp')
    const log = textLog((line) => this.io.err.write(line))
    const kbs = await openKbs(args.kb ?? [], { offline: flags.offline })
    try {
      if (flags.http) await this.overHttp(kbs, log, flags)
      else await this.overStdio(kbs, log)
    } finally {
      await kbs.close()
    }
    return EXIT.ok
  }

  private async overStdio(kbs: ServedKbs, log: Log): Promise<void> {
    const { serveStdio } = await import('@pinakes/mcp')
    if (process.stdin.isTTY) log('info', 'waiting for an MCP client on stdin; Ctrl-C ends it')
    await serveStdio({ kbs, input: process.stdin, output: process.stdout, log, signal: this.io.signal })
    process.stdin.destroy()
  }

  private async overHttp(kbs: ServedKbs, log: Log, flags: HttpFlags): Promise<void> {
    const { serveHttp, serverToken, TOKEN_VARIABLE } = await import('@pinakes/mcp')
    const { token, isNew } = serverToken(this.io.env[TOKEN_VARIABLE])
    const service = await serveHttp({
      kbs,
      log,
      token,
      allowedOrigins: flags['allow-origin'] ?? [],
      ...(flags.host === undefined ? {} : { host: flags.host }),
      ...(flags.port === undefined ? {} : { port: flags.port }),
    })
    log('info', `serving ${kbs.all.map(({ kb }) => kb.name).join(', ')} at ${service.url}; Ctrl-C ends it`)
    log('info', isNew ? `token: ${token}` : `token: that of ${TOKEN_VARIABLE}`)
    await stopped(this.io.signal)
    await service.close()
  }
}

function refuseHttpFlags({ host, port, 'allow-origin': origins }: HttpFlags): void {
  const given = { '--host': host, '--port': port, '--allow-origin': origins }
  const [name] = Object.entries(given).find(([, value]) => value !== undefined) ?? []
  if (name === undefined) return
  throw usageError(`${name} means nothing without --http`, 'serve', {
    remedy: `add --http, or leave ${name} out`,
  })
}

function stopped(signal: AbortSignal): Promise<void> {
  return new Promise((done) => {
    if (signal.aborted) done()
    signal.addEventListener('abort', () => done(), { once: true })
  })
}

/** A command of a `console` block, with what the page shows of its output. */
export interface ConsoleStep {
  readonly command: string
  readonly output: string
}

/** Every command of the `console` blocks of a page, in order. */
export function consoleSteps(page: string): ConsoleStep[] {
  const blocks = [...page.matchAll(/^```console\n([\s\S]*?)^```$/gm)].map(([, text = '']) => text)
  return blocks.flatMap((block) =>
    block
      .split(/^\$ /m)
      .slice(1)
      .map((step) => {
        const end = step.indexOf('\n')
        return { command: step.slice(0, end), output: step.slice(end + 1).trim() }
      }),
  )
}

/** What matches an output as a page shows it: `…` stands for anything, and a step without output for all of it. */
export function outputPattern(output: string): RegExp {
  if (output === '') return /^/
  const parts = output.split('…').map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'))
  return new RegExp(`^${parts.join('[\\s\\S]*')}$`)
}

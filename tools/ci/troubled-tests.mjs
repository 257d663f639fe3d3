/**
 * Prints, from a vitest JSON report, every test that failed or passed at its second try only, and every suite that could
 * not run, each with what was wrong.
 */
import { readFileSync } from 'node:fs'
import { relative } from 'node:path'

const MOST_LINES_OF_A_MESSAGE = 12

const report = JSON.parse(readFileSync(process.argv[2], 'utf8'))
for (const { name, status, message, assertionResults } of report.testResults) {
  const file = relative(process.cwd(), name)
  const troubled = assertionResults.filter(({ failureMessages }) => failureMessages.length > 0)
  for (const { fullName, status: outcome, failureMessages } of troubled) {
    const said = outcome === 'passed' ? 'passed at its second try' : outcome
    console.log(`${said}: ${file}: ${fullName}\n${shortened(failureMessages.join('\n'))}`)
  }
  if (status === 'failed' && troubled.length === 0) console.log(`failed: ${file}\n${shortened(message)}`)
}

function shortened(text) {
  return text
    .split('\n')
    .slice(0, MOST_LINES_OF_A_MESSAGE)
    .map((line) => `  ${line}`)
    .join('\n')
}

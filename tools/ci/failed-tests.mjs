/** Prints a line for every test of a vitest JSON report that failed, and for every suite that could not run. */
import { readFileSync } from 'node:fs'
import { relative } from 'node:path'

const MOST_LINES_OF_A_MESSAGE = 12

const report = JSON.parse(readFileSync(process.argv[2], 'utf8'))
for (const { name, status, message, assertionResults } of report.testResults) {
  if (status !== 'failed') continue
  const file = relative(process.cwd(), name)
  const tests = assertionResults.filter((one) => one.status === 'failed')
  if (tests.length === 0) console.log(`failed: ${file}\n${shortened(message)}`)
  for (const { fullName, failureMessages } of tests) {
    console.log(`failed: ${file}: ${fullName}\n${shortened(failureMessages.join('\n'))}`)
  }
}

function shortened(text) {
  return text
    .split('\n')
    .slice(0, MOST_LINES_OF_A_MESSAGE)
    .map((line) => `  ${line}`)
    .join('\n')
}

/** Prints `<passed> <failed>` from a vitest JSON report; a suite that could not run counts as one failure. */
import { readFileSync } from 'node:fs'

const report = JSON.parse(readFileSync(process.argv[2], 'utf8'))
const brokenSuites = report.testResults.filter(
  ({ status, assertionResults }) =>
    status === 'failed' && assertionResults.every((one) => one.status !== 'failed'),
)
if (report.numTotalTests === 0) throw new Error('no test ran')
console.log(`${report.numPassedTests} ${report.numFailedTests + brokenSuites.length}`)

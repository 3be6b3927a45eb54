import { appendFileSync } from 'node:fs'

/** Says last how many tests passed and failed; in `npm test` into a file, as several runs make one total. */
export default class Totals {
  onRunComplete(_contexts, results) {
    const passed = results.numPassedTests
    const failed = results.numFailedTests + results.numRuntimeErrorTestSuites
    const file = process.env.TEST_TOTALS_FILE
    if (file) appendFileSync(file, `${JSON.stringify({ passed, failed })}\n`)
    else process.stdout.write(`${passed} passed, ${failed} failed\n`)
  }
}

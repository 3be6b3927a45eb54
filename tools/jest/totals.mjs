import { writeFileSync } from 'node:fs'

/** Says last how many tests passed and failed; in `npm test` to the runner, which adds several runs up. */
export default class Totals {
  onRunComplete(_contexts, results) {
    const passed = results.numPassedTests
    const failed = results.numFailedTests + results.numRuntimeErrorTestSuites
    const file = process.env.TEST_TOTALS_FILE
    if (file) writeFileSync(file, JSON.stringify({ passed, failed }))
    else process.stdout.write(`${passed} passed, ${failed} failed\n`)
  }
}

import { relative } from 'node:path'
import { reportRunTotals } from '../totals.mjs'

/** Reports the totals of a run of Jest, and its files with failures. */
export default class TotalsReporter {
  onRunComplete(_contexts, results) {
    const failedFiles = results.testResults
      .filter((file) => file.numFailingTests > 0 || file.testExecError)
      .map((file) => relative(process.cwd(), file.testFilePath))
    reportRunTotals({
      passed: results.numPassedTests,
      failed: results.numFailedTests + results.numRuntimeErrorTestSuites,
      failedFiles: [...new Set(failedFiles)],
    })
  }
}

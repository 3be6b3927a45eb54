import { relative } from 'node:path'
import { countEngineTests } from '../engine-test-counts.mjs'
import { reportRunTotals } from '../totals.mjs'

/** Reports the totals of a run of Jest, its files with failures, and the tests on each engine. */
export default class TotalsReporter {
  onRunComplete(_contexts, results) {
    const failedFiles = results.testResults
      .filter((file) => file.numFailingTests > 0 || file.testExecError)
      .map((file) => relative(process.cwd(), file.testFilePath))
    reportRunTotals({
      passed: results.numPassedTests,
      failed: results.numFailedTests + results.numRuntimeErrorTestSuites,
      failedFiles: [...new Set(failedFiles)],
      engines: countEngineTests(results.testResults),
    })
  }
}

import { reportRunTotals } from '../totals.mjs'

/** Reports the totals of a run of Jest. */
export default class TotalsReporter {
  onRunComplete(_contexts, results) {
    const failed = results.numFailedTests + results.numRuntimeErrorTestSuites
    reportRunTotals({ passed: results.numPassedTests, failed })
  }
}

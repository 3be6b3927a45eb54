import { reportRunTotals } from './totals.mjs'

/** Reports the totals of a run of Playwright. An error outside of the tests counts as a failed test. */
export default class PlaywrightTotalsReporter {
  #run
  #errors = 0

  onBegin(_config, run) {
    this.#run = run
  }

  onError() {
    this.#errors += 1
  }

  onEnd() {
    const outcomes = this.#run?.allTests().map((test) => test.outcome()) ?? []
    const count = (outcome) => outcomes.filter((one) => one === outcome).length
    reportRunTotals({ passed: count('expected'), failed: count('unexpected') + this.#errors })
  }

  printsToStdio = () => false
}

import { reportRunTotals } from './totals.mjs'

/** Reports the totals of a run of Playwright. An error outside of the tests counts as a failed test, a flaky test as passed. */
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
    const tests = this.#run?.allTests() ?? []
    const having = (outcome) => tests.filter((test) => test.outcome() === outcome)
    const flaky = having('flaky')
    reportRunTotals({
      passed: having('expected').length + flaky.length,
      failed: having('unexpected').length + this.#errors,
      flaky: flaky.map((test) => test.titlePath().filter(Boolean).join(' › ')),
    })
  }

  printsToStdio = () => false
}

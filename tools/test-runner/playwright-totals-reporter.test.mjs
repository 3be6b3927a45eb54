import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals'
import PlaywrightTotalsReporter from './playwright-totals-reporter.mjs'

const before = process.env.TEST_TOTALS_FILE
let folder
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'meadow-totals-'))
  process.env.TEST_TOTALS_FILE = join(folder, 'totals.json')
})
afterEach(() => {
  if (before === undefined) delete process.env.TEST_TOTALS_FILE
  else process.env.TEST_TOTALS_FILE = before
  rmSync(folder, { recursive: true })
})

const readTotals = () => JSON.parse(readFileSync(process.env.TEST_TOTALS_FILE, 'utf8'))

describe('the totals of a run of Playwright', () => {
  it('count unexpected outcomes and errors outside of tests as failures, and skipped tests not at all', () => {
    const reporter = new PlaywrightTotalsReporter()
    const outcomes = ['expected', 'expected', 'unexpected', 'skipped']
    reporter.onBegin({}, { allTests: () => outcomes.map((outcome) => ({ outcome: () => outcome })) })
    reporter.onError()
    reporter.onEnd()
    expect(readTotals()).toEqual({ passed: 2, failed: 2, flaky: [] })
  })

  it('count a test that passed when repeated as passed, and name it', () => {
    const reporter = new PlaywrightTotalsReporter()
    const test = { outcome: () => 'flaky', titlePath: () => ['', 'e2e', 'chat.test.ts', 'shows a message'] }
    reporter.onBegin({}, { allTests: () => [test] })
    reporter.onEnd()
    expect(readTotals()).toEqual({ passed: 1, failed: 0, flaky: ['e2e › chat.test.ts › shows a message'] })
  })

  it('count an error before the tests are known', () => {
    const reporter = new PlaywrightTotalsReporter()
    reporter.onError()
    reporter.onEnd()
    expect(readTotals()).toEqual({ passed: 0, failed: 1, flaky: [] })
  })
})

import { describe, expect, it } from '@jest/globals'
import { repeatFailedFiles } from './test-runs.mjs'

/** Creates the result of a run with failures, whose files fail again as in `second`. */
function createRun(failed, failedFiles, second) {
  const repeated = []
  const repeat = async (files) => {
    repeated.push(...files)
    return second
  }
  return { repeated, result: { passed: 10, failed, failedFiles, repeat } }
}

describe('files with failures', () => {
  it('are repeated, and flaky if they pass then', async () => {
    const run = createRun(3, ['a.test.ts', 'b.test.ts'], { passed: 5, failed: 1, failedFiles: ['b.test.ts'] })
    expect(await repeatFailedFiles([run.result])).toEqual([{ passed: 12, failed: 1, flaky: ['a.test.ts'] }])
    expect(run.repeated).toEqual(['a.test.ts', 'b.test.ts'])
  })

  it('stay failed if the second run ends without totals', async () => {
    const run = createRun(1, ['a.test.ts'], { passed: 0, failed: 1 })
    expect(await repeatFailedFiles([run.result])).toEqual([{ passed: 10, failed: 1, flaky: [] }])
  })

  it('are not repeated if there are many, and a run without such files stays as it is', async () => {
    const many = createRun(
      11,
      Array.from({ length: 11 }, (_, index) => `${index}.test.ts`),
      { passed: 11, failed: 0 },
    )
    const checks = { passed: 0, failed: 1 }
    expect(await repeatFailedFiles([many.result, checks])).toEqual([many.result, checks])
    expect(many.repeated).toEqual([])
  })
})

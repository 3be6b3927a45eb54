import { expect, it } from '@jest/globals'
import { readMeasuredCosts } from '../src/capacity/operation-costs.ts'
import { listRemarks } from '../src/capacity/remarks.ts'

it('keeps only the remarks about every measurement when the costs are measured again', () => {
  const costs = readMeasuredCosts()
  const general = listRemarks({ ...costs, measuredAt: '2999-12-31' })
  expect(general).toHaveLength(1)
  expect(listRemarks(costs)).toEqual(expect.arrayContaining(general))
})

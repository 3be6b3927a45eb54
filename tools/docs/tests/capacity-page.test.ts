import { expect, it } from '@jest/globals'
import { CAPACITY_LIMITS } from '../../bench/src/capacity/capacity-limits.ts'
import { OPERATIONS, readMeasuredCosts } from '../../bench/src/capacity/operation-costs.ts'
import { ASSUMED_DEPLOYMENT, ASSUMED_USAGE } from '../../bench/src/capacity/usage.ts'
import { renderCapacityPage } from '../src/pages/capacity.ts'

const costs = readMeasuredCosts()
const render = (usage = ASSUMED_USAGE) => renderCapacityPage({ costs, usage, deployment: ASSUMED_DEPLOYMENT })

it('lists each measured operation and each limit', () => {
  const page = render()
  const missing = [...Object.values(OPERATIONS), ...CAPACITY_LIMITS.map(({ name }) => name)].filter(
    (name) => !page.includes(`| ${name} `),
  )
  expect(missing).toEqual([])
  expect(page).not.toMatch(/NaN|undefined/)
})

it('computes the requests of the largest installation from the assumed usage', () => {
  const usage = { ...ASSUMED_USAGE, peakFactor: 2 * ASSUMED_USAGE.peakFactor }
  expect(render(usage).match(/^\| requests .*$/m)?.[0]).not.toBe(render().match(/^\| requests .*$/m)?.[0])
})

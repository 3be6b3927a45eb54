import { expect, it } from '@jest/globals'
import { fault } from '../../src/faults/engines.ts'
import { runFault } from '../../src/run/run-fault.ts'
import { onEngines, SEED, TAKES_MS } from './on-engines.ts'

onEngines('outages of engines with repeated and invalid events', () => {
  it(
    'keep all invariants',
    async () => {
      expect(await runFault(fault, { name: 'engines', seed: SEED, options: { seconds: 3 } })).toMatchObject({
        broken: [],
      })
    },
    TAKES_MS,
  )
})

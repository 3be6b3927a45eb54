import { expect, it } from '@jest/globals'
import { fault } from '../../src/faults/instances.ts'
import { runFault } from '../../src/run/run-fault.ts'
import { onEngines, SEED, TAKES_MS } from './on-engines.ts'

onEngines('two instances of each service, one of which is killed', () => {
  it(
    'keep all invariants',
    async () => {
      expect(await runFault(fault, { name: 'instances', seed: SEED, options: { seconds: 3 } })).toMatchObject({
        broken: [],
      })
    },
    TAKES_MS,
  )
})

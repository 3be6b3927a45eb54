import { expect, it } from '@jest/globals'
import { runEngineOutages } from '../../src/engine-outages.ts'
import { onEngines, SEED, TAKES_MS } from './on-engines.ts'

onEngines('outages of engines with repeated and invalid events', () => {
  it(
    'keep all invariants',
    async () => {
      expect(await runEngineOutages({ seed: SEED, seconds: 3 })).toEqual({ broken: [] })
    },
    TAKES_MS,
  )
})

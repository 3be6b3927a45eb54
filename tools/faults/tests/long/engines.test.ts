import { expect, it } from '@jest/globals'
import { runEngineOutages } from '../../src/engine-outages.ts'
import { onEngines, SEED, TAKES_MS } from './on-engines.ts'

onEngines('members who act while engines go away, events repeat and some are poison', () => {
  it(
    'find what they were promised',
    async () => {
      expect(await runEngineOutages({ seed: SEED, seconds: 3 })).toEqual({ broken: [] })
    },
    TAKES_MS,
  )
})

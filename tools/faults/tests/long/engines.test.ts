import { expect, it } from '@jest/globals'
import { engines } from '../../src/engine-outages.ts'
import { onEngines, SEED, TAKES_MS } from './on-engines.ts'

onEngines('members who act while engines go away, events repeat and some are poison', () => {
  it(
    'find what they were promised',
    async () => {
      expect(await engines({ seed: SEED, seconds: 3 })).toEqual({ broken: [] })
    },
    TAKES_MS,
  )
})

import { expect, it } from '@jest/globals'
import { runInstanceKills } from '../../src/instance-kills.ts'
import { onEngines, SEED, TAKES_MS } from './on-engines.ts'

onEngines('two instances of each service, one of which is killed', () => {
  it(
    'keep all invariants',
    async () => {
      expect(await runInstanceKills({ seed: SEED, seconds: 3 })).toEqual({ broken: [] })
    },
    TAKES_MS,
  )
})

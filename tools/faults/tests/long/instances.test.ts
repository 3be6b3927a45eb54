import { expect, it } from '@jest/globals'
import { runInstanceKills } from '../../src/instance-kills.ts'
import { onEngines, SEED, TAKES_MS } from './on-engines.ts'

onEngines('members whose calls and sockets are spread over two instances, one of which is killed', () => {
  it(
    'lose nothing, are told nothing twice, and go on at the other',
    async () => {
      expect(await runInstanceKills({ seed: SEED, seconds: 3 })).toEqual({ broken: [] })
    },
    TAKES_MS,
  )
})

import { describe, expect, it } from '@jest/globals'
import { fault } from '../../src/faults/restart.ts'
import { runFault } from '../../src/run/run-fault.ts'
import { SEED, TAKES_MS } from './on-engines.ts'

describe('a planned restart of each instance', () => {
  it.each(['posts', 'gateway'])(
    'fails no read and no write with a client key: %s',
    async (service) => {
      expect(await runFault(fault, { name: 'restart', seed: SEED, options: { service } })).toMatchObject({ broken: [] })
    },
    TAKES_MS,
  )
})

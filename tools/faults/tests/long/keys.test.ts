import { expect, it } from '@jest/globals'
import { fault } from '../../src/faults/keys.ts'
import { runFault } from '../../src/run/run-fault.ts'
import { SEED, TAKES_MS } from './on-engines.ts'

it(
  'a rotation of the signing keys under load fails no request, and a revoked key is refused',
  async () => {
    expect(await runFault(fault, { name: 'keys', seed: SEED, options: { rotations: 1 } })).toMatchObject({ broken: [] })
  },
  TAKES_MS,
)

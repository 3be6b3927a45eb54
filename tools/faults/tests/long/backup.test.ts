import { expect, it } from '@jest/globals'
import { fault } from '../../src/faults/backup.ts'
import { runFault } from '../../src/run/run-fault.ts'
import { SEED, TAKES_MS } from './on-engines.ts'

it(
  'a backup under load is restored with everything from before it',
  async () => {
    expect(await runFault(fault, { name: 'backup', seed: SEED, options: { seconds: 5 } })).toMatchObject({ broken: [] })
  },
  TAKES_MS,
)

import { describe, expect, it } from '@jest/globals'
import { kafka, onOwn, redis, versitygw } from '@meadow/engines/testing'
import { engines } from '../src/engines.ts'

const SEED = Number(process.env['SEED'] ?? Date.now() % 1_000_000)
const TAKES_MS = 900_000

const all = [kafka, redis, versitygw].map((engine) => onOwn(engine, () => engine))
const onEngines = all.every((openings) => Object.values(openings).every(Boolean)) ? describe : describe.skip

onEngines('members who act while engines go away, events repeat and some are poison', () => {
  it(
    'find what they were promised',
    async () => {
      expect(await engines({ seed: SEED, seconds: 3 })).toEqual({ broken: [] })
    },
    TAKES_MS,
  )
})

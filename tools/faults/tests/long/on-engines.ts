import { describe } from '@jest/globals'
import { onOwnEngine } from '@meadow/testing/engines'
import { ALL_ENGINES } from '../../src/own-engines.ts'

export const SEED = Number(process.env['SEED'] ?? Date.now() % 1_000_000)

/** Faults start the whole product, on a machine that may be busy. */
export const TAKES_MS = 900_000

const all = await Promise.all(ALL_ENGINES.map((engine) => onOwnEngine(engine, () => engine)))

/** Describes tests that need all engines. */
export const onEngines = all.every((openings) => Object.values(openings).every(Boolean)) ? describe : describe.skip

const TEST_ENGINES_VALUES = ['all', 'available']

const ENGINES_ARE_OFF = 'npm run test:engines runs them'

/**
 * Which engines beside PostgreSQL tests may obtain and start: `all`, and they fail where one cannot be had; those that are
 * `available`; or none. @throws a sentence when it is said otherwise
 */
function readTestEnginesSetting(): string | undefined {
  const said = process.env['TEST_ENGINES'] || undefined
  if (said !== undefined && !TEST_ENGINES_VALUES.includes(said))
    throw new Error(`TEST_ENGINES is all or available, not '${said}'`)
  return said
}

/** Why nothing is started at all; undefined where engines are wanted. */
export const whyEnginesAreOff = (): string | undefined =>
  readTestEnginesSetting() === undefined ? ENGINES_ARE_OFF : undefined

/** Says that tests are left out, and why. @throws it where all engines are wanted */
export function skipEngine(name: string, why: string): string {
  if (readTestEnginesSetting() === 'all') throw new Error(`${why}. TEST_ENGINES=available leaves out its tests`)
  process.stderr.write(`Tests on ${name} are left out: ${why}\n`)
  return why
}

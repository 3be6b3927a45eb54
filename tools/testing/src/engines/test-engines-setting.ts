const TEST_ENGINES_VALUES = ['all', 'available']

const ENGINES_ARE_OFF = '`npm run test:engines` runs them'

/** Reads which engines beside PostgreSQL the tests start: `all` (tests fail if one is missing), `available`, or none. @throws on another value */
function readTestEnginesSetting(): string | undefined {
  const value = process.env['TEST_ENGINES'] || undefined
  if (value === undefined || TEST_ENGINES_VALUES.includes(value)) return value
  throw new Error(`TEST_ENGINES is ${TEST_ENGINES_VALUES.join(' or ')}, not '${value}'`)
}

/** Returns the reason why no engines are started, or undefined if they are. */
export const whyEnginesAreOff = (): string | undefined =>
  readTestEnginesSetting() === undefined ? ENGINES_ARE_OFF : undefined

/** Reports that the tests of an engine are skipped. */
export function skipEngine(name: string, reason: string): string {
  process.stderr.write(`Tests on ${name} are skipped: ${reason}\n`)
  return reason
}

/** Reports that the tests of a missing engine are skipped. @throws if all engines are required */
export function skipMissingEngine(name: string, reason: string): string {
  if (readTestEnginesSetting() === 'all') throw new Error(`${reason}. TEST_ENGINES=available skips its tests`)
  return skipEngine(name, reason)
}

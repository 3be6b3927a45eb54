const TEST_ENGINES_VALUES = ['all', 'available']
const ENGINES_VALUES = ['containers', 'local']

const ENGINES_ARE_OFF = '`npm run test:engines` runs them'

/** Reads a variable. @throws if it is set to none of these values */
function readChoice(variable: string, values: readonly string[]): string | undefined {
  const value = process.env[variable] || undefined
  if (value === undefined || values.includes(value)) return value
  throw new Error(`${variable} is ${values.join(' or ')}, not '${value}'`)
}

/** Reads which engines beside PostgreSQL the tests start: `all` (tests fail if one is missing), `available`, or none. */
const readTestEnginesSetting = () => readChoice('TEST_ENGINES', TEST_ENGINES_VALUES)

/** Returns whether the tests of this run use engines in containers, and only these. @throws on an unknown value of ENGINES */
export const usesContainers = (): boolean => readChoice('ENGINES', ENGINES_VALUES) === 'containers'

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

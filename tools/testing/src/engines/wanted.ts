const WANTED = ['all', 'available']

const HOW_TO_RUN = 'npm run test:engines runs them'

/**
 * Which engines beside PostgreSQL tests may obtain and start: `all`, and they fail where one cannot be had; those that are
 * `available`; or none. @throws a sentence when it is said otherwise
 */
function wanted(): string | undefined {
  const said = process.env['TEST_ENGINES'] || undefined
  if (said !== undefined && !WANTED.includes(said)) throw new Error(`TEST_ENGINES is all or available, not '${said}'`)
  return said
}

/** Why nothing is started at all; undefined where engines are wanted. */
export const unwanted = (): string | undefined => (wanted() === undefined ? HOW_TO_RUN : undefined)

/** Says that tests are left out, and why. @throws it where all engines are wanted */
export function leaveOut(name: string, why: string): string {
  if (wanted() === 'all') throw new Error(`${why}. TEST_ENGINES=available leaves out its tests`)
  process.stderr.write(`Tests on ${name} are left out: ${why}\n`)
  return why
}

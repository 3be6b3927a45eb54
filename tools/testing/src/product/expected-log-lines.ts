/** A warning or an error that the log of a product may hold. */
export type ExpectedLogLine = {
  /** The processes that may write it; all if it is missing. */
  processes?: readonly string[]
  text: RegExp
  /** Why it is no fault. */
  reason: string
}

/** The warnings and errors that a product without injected faults may write. Everything else fails the run. */
export const EXPECTED_LOG_LINES: readonly ExpectedLogLine[] = [
  {
    text: /"status":[1-4]\d\d,.*"msg":"response not completed"/,
    reason: 'A browser that leaves a page ends its requests; the response was not a failure.',
  },
  {
    processes: ['postgres'],
    text: /FATAL: {2}the database system is (?:starting up|not yet accepting connections|shutting down)$/,
    reason: 'The start connects until the server accepts it, and processes reconnect while it stops.',
  },
  {
    processes: ['postgres'],
    text: /FATAL: {2}terminating autovacuum process due to administrator command$/,
    reason: 'A stop of PostgreSQL ends a vacuum that runs; the next start goes on with it.',
  },
  {
    processes: ['postgres'],
    text: /ERROR: {2}deadlock detected$/,
    reason:
      'Consumers of two topics store the same new members, each in the order of its events. PostgreSQL ends one of the ' +
      'transactions, and withPostgresTransaction repeats it. Calls take their locks in one order, and have tests of it.',
  },
  {
    processes: ['postgres'],
    text: /ERROR: {2}canceling statement due to lock timeout$/,
    reason:
      'On a busy machine hourly work gives way to calls that change the same rows, and runs again after a minute.',
  },
]

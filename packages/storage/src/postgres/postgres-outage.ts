/**
 * SQLSTATE codes of outages: connection (08), authorization (28), database (3D000), resources (53), administrator or
 * time-out (57), locks and serialization failures after all retries (40, 55P03).
 */
const OUTAGE_STATES = /^(?:08|28|40|53|57)[0-9A-Z]{3}$|^3D000$|^55P03$/

/** Messages of `pg` and its pool for errors without a code. */
const OUTAGE_MESSAGES =
  /^(?:Connection terminated|timeout exceeded when trying to connect|Query read timeout|Client has encountered a connection error)/

/** Returns true if an error of `pg` is an outage of PostgreSQL, not a fault of the statement. */
export function isPostgresOutage(error: Error): boolean {
  const { code, severity } = error as { code?: unknown; severity?: unknown }
  if (typeof code === 'string' && OUTAGE_STATES.test(code)) return true
  return severity === 'FATAL' || OUTAGE_MESSAGES.test(error.message) // FATAL: the server refused or ended the connection
}

/** Returns the code of an error: the SQLSTATE of PostgreSQL or the code of a network error. */
export function getErrorCode(error: unknown): string | undefined {
  const { code } = Object(error) as { code?: unknown }
  return typeof code === 'string' ? code : undefined
}

const UNIQUE_VIOLATION_CODE = '23505'

/** Returns true for the error of a row whose key another row has. */
export const isUniqueViolation = (error: unknown, constraint: string): boolean =>
  getErrorCode(error) === UNIQUE_VIOLATION_CODE && (error as { constraint?: unknown }).constraint === constraint

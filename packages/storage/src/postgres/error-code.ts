/** Returns the code of an error: the SQLSTATE of PostgreSQL or the code of a network error. */
export function getErrorCode(error: unknown): string | undefined {
  const { code } = Object(error) as { code?: unknown }
  return typeof code === 'string' ? code : undefined
}

const FOREIGN_KEY_VIOLATION_CODE = '23503'
const UNIQUE_VIOLATION_CODE = '23505'

/** Returns true for the error of a row whose parent row was deleted. */
export const isForeignKeyViolation = (error: unknown): boolean => getErrorCode(error) === FOREIGN_KEY_VIOLATION_CODE

/** Returns true for the error of a row whose key another row has. */
export const isUniqueViolation = (error: unknown, constraint: string): boolean =>
  getErrorCode(error) === UNIQUE_VIOLATION_CODE && (error as { constraint?: unknown }).constraint === constraint

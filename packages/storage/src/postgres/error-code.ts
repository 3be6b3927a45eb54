/** Returns the code of an error: the SQLSTATE of PostgreSQL or the code of a network error. */
export function getErrorCode(error: unknown): string | undefined {
  const { code } = Object(error) as { code?: unknown }
  return typeof code === 'string' ? code : undefined
}

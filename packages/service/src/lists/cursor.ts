import { DomainError } from '../errors.ts'

/** Encodes text as a cursor that is opaque to clients. */
export const encodeCursor = (text: string): string => Buffer.from(text).toString('base64url')

/** Decodes a cursor and returns the groups of `pattern`. @throws invalid_cursor if `encodeCursor` did not create it */
export function decodeCursor(cursor: string, pattern: RegExp): string[] {
  const text = Buffer.from(cursor, 'base64url').toString('latin1')
  const [whole, ...groups] = pattern.exec(text) ?? []
  if (whole !== text || encodeCursor(text) !== cursor) throw new DomainError('invalid_cursor')
  return groups
}

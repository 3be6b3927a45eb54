import { DomainError } from '../errors.ts'

/** A cursor of what it says; opaque to callers. */
export const encodeCursor = (text: string): string => Buffer.from(text).toString('base64url')

/** The groups of `pattern` in what a cursor says. @throws invalid_cursor for anything that `sealCursor` did not make */
export function decodeCursor(cursor: string, pattern: RegExp): string[] {
  const text = Buffer.from(cursor, 'base64url').toString('latin1')
  const [whole, ...groups] = pattern.exec(text) ?? []
  if (whole !== text || encodeCursor(text) !== cursor) throw new DomainError('invalid_cursor')
  return groups
}

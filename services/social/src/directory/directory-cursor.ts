import { decodeCursor, encodeCursor } from '@meadow/service'

/**
 * Cursor in the list of all members: members with mutual friends come first, by their number, then everybody else, newest
 * first. `asOf` is the time of the first page. Later pages ignore newer follows, so that following somebody moves no member
 * from one page to another.
 */
export type DirectoryCursor = { asOf: Date; mutualFriendCount: number; createdAt: Date; _id: string }

const CURSOR_PATTERN =
  /^(0|[1-9]\d{0,14}):(0|[1-9]\d{0,3}):(0|[1-9]\d{0,14}):([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/

export const encodeDirectoryCursor = ({ asOf, mutualFriendCount, createdAt, _id }: DirectoryCursor): string =>
  encodeCursor([asOf.getTime(), mutualFriendCount, createdAt.getTime(), _id].join(':'))

/** @throws invalid_cursor for anything that `encodeDirectoryCursor` did not create */
export function decodeDirectoryCursor(cursor: string): DirectoryCursor {
  const [asOf, mutualFriendCount, createdAt, _id = ''] = decodeCursor(cursor, CURSOR_PATTERN)
  return {
    asOf: new Date(Number(asOf)),
    mutualFriendCount: Number(mutualFriendCount),
    createdAt: new Date(Number(createdAt)),
    _id,
  }
}

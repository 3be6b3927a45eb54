import type { KeysetKey } from '@meadow/service'

/** What comes after a key in a list that begins with the newest: ids of posts and comments begin with their time. */
export const afterCursor = (key: KeysetKey | undefined): { _id?: { $lt: string } } =>
  key ? { _id: { $lt: key._id } } : {}

/** The order of such a list. */
export const newestFirst = { _id: -1 } as const

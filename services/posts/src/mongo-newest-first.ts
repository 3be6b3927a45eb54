import type { KeysetKey } from '@meadow/service'

/** Filters documents after a key in the order `newestFirst`. Ids of posts and comments begin with their creation time. */
export const afterCursor = (key: KeysetKey | undefined): { _id?: { $lt: string } } =>
  key ? { _id: { $lt: key._id } } : {}

/** Sorts documents by their ids, newest first. */
export const newestFirst = { _id: -1 } as const

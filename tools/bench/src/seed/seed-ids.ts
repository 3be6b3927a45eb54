export const MEMBER_COUNT = 10_000
export const ID_KINDS = { member: 1, post: 2, comment: 3, media: 4, conversation: 5, message: 6 }

/** Returns the id of the nth entity of a kind, in the format of a UUIDv7. */
export const toSeedId = (kind: keyof typeof ID_KINDS, n: number): string =>
  `0000000${ID_KINDS[kind]}-0000-7000-8000-${n.toString(16).padStart(12, '0')}`

/** Returns the number of the entity that has this id. */
export const parseSeedId = (id: string): number => Number.parseInt(id.slice(-12), 16)

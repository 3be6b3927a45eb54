export const MEMBERS = 10_000
export const KINDS = { member: 1, post: 2, comment: 3, media: 4, conversation: 5, message: 6 }

/** The id of the nth of its kind, in the form of a UUIDv7. */
export const idOf = (kind: keyof typeof KINDS, n: number): string =>
  `0000000${KINDS[kind]}-0000-7000-8000-${n.toString(16).padStart(12, '0')}`

/** A conversation whose row is locked: nobody else changes anything in it until the transaction ends. */
export type LockedConversation = {
  _id: string
  /** Whoever of the two acts. */
  member: string
  other: string
  seq: number
  rev: number
}

/** How many messages of all conversations are unread for a member, after so many changes. */
export type UnreadTotal = { messages: number; changeSeq: number }

/** What a change leaves: the `rev` of the conversation, and what is unread in all for whom it counted. */
export type Moved = { seq: number; rev: number; at: Date; unread: UnreadTotal | undefined }

/** The two members of a conversation, in the one order in which it is kept. */
export const inOrder = (one: string, other: string): [low: string, high: string] =>
  one < other ? [one, other] : [other, one]

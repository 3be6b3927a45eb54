import type { ConversationMarksView } from '@meadow/contracts'
import { MAX_PINNED_CONVERSATIONS } from '@meadow/contracts/limits'
import { DomainError } from '@meadow/service'
import type { UnreadTotal } from '../conversation.ts'

/**
 * The marks of a member for a conversation, as stored. `archivedSeq` is the `seq` of the conversation when it was archived: a later
 * message has a higher one, so that it ends the archive without writing here. A mute that has ended stays stored without effect.
 * `clearedUpTo` is the `seq` of the last message that the member has cleared, with all before it; 0 if there is none.
 */
export type ConversationMarks = {
  mutedUntil: Date | null
  pinnedAt: Date | null
  archivedSeq: number | null
  isUnread: boolean
  clearedUpTo: number
}

export const NO_MARKS: ConversationMarks = {
  mutedUntil: null,
  pinnedAt: null,
  archivedSeq: null,
  isUnread: false,
  clearedUpTo: 0,
}

/** The changes that a member asks for. Fields that are undefined stay as they are. */
export type MarksChange = {
  mutedUntil?: Date | null | undefined
  pinned?: boolean | undefined
  archived?: boolean | undefined
  isUnread?: boolean | undefined
  /** Never moves back. */
  clearedUpTo?: number | undefined
}

/** A change of the marks of a conversation by one of its members. `otherId` is the other member of a direct one, or the id of a group. */
type MarksWrite = { memberId: string; otherId: string; change: MarksChange; at: Date }

/** The marks after a change, and the unread total of the member, which leaves muted conversations out. */
type MarksResult = { marks: ConversationMarksView; total: UnreadTotal }

/**
 * Stores the marks of a member, and increments their `changeSeq`. Neither the conversation's `rev` nor the other member's data changes.
 * @throws not_found if there is no conversation, member_not_found if the other member is not visible either, too_many_pinned
 */
export type StoreConversationMarks = (write: MarksWrite) => Promise<MarksResult>

const isMutedAt = ({ mutedUntil }: Pick<ConversationMarks, 'mutedUntil'>, at: Date): boolean =>
  mutedUntil !== null && mutedUntil > at

/** Returns true if a conversation is in the archive: no message came since it was archived, or its messages are muted. */
export const isArchivedAt = (marks: Pick<ConversationMarks, 'mutedUntil' | 'archivedSeq'>, seq: number, at: Date) =>
  marks.archivedSeq !== null && (marks.archivedSeq >= seq || isMutedAt(marks, at))

/**
 * Returns the marks after a change. A conversation is either pinned or archived: the last wish decides. One that a message has brought back
 * is not archived by a later mute. A repeat keeps its place among the pins. `otherPins` is the number of other conversations that the member has pinned.
 * @throws too_many_pinned
 */
export function changeMarks(
  known: ConversationMarks,
  { mutedUntil = known.mutedUntil, pinned, archived, isUnread = known.isUnread, clearedUpTo = 0 }: MarksChange,
  { seq, otherPins, at }: { seq: number; otherPins: number; at: Date },
): ConversationMarks {
  if (pinned && !archived && otherPins >= MAX_PINNED_CONVERSATIONS) throw new DomainError('too_many_pinned')
  const pinnedAt = pinned ? (known.pinnedAt ?? at) : pinned === false ? null : known.pinnedAt
  const isStillArchived = isArchivedAt(known, seq, at) && archived !== false && !pinned
  const archivedSeq = archived ? seq : isStillArchived ? known.archivedSeq : null
  return {
    mutedUntil: isMutedAt({ mutedUntil }, at) ? mutedUntil : null,
    pinnedAt: archived ? null : pinnedAt,
    archivedSeq,
    isUnread,
    clearedUpTo: Math.max(known.clearedUpTo, Math.min(clearedUpTo, seq)),
  }
}

/** Converts marks to their view, as they are at the time `at`. */
export const toMarksView = (marks: ConversationMarks, seq: number, at: Date): ConversationMarksView => ({
  mutedUntil: isMutedAt(marks, at) ? (marks.mutedUntil?.toISOString() ?? null) : null,
  pinnedAt: marks.pinnedAt?.toISOString() ?? null,
  archived: isArchivedAt(marks, seq, at),
  isUnread: marks.isUnread,
  ...(marks.clearedUpTo > 0 && { clearedUpTo: marks.clearedUpTo }),
})

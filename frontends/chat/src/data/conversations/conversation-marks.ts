import type { ConversationMarksView, ConversationView } from '@meadow/contracts/browser'
import { MUTED_FOR_EVER } from '@meadow/contracts/limits'

/** A change that a member makes to the marks of a conversation, one mark at a time. */
export type MarksChange =
  | { mutedUntil: string | null }
  | { pinned: boolean }
  | { archived: boolean }
  | { isUnread: boolean }

const NO_MARKS: ConversationMarksView = { mutedUntil: null, pinnedAt: null, archived: false, isUnread: false }

/** Returns the marks that the member has set for a conversation. Services older than marks send none. */
export const getMarks = ({ marks }: Pick<ConversationView, 'marks'>): ConversationMarksView => marks ?? NO_MARKS

/** Returns true if a conversation is muted at the time `now`. */
export const isConversationMuted = ({ mutedUntil }: ConversationMarksView, now: Date): boolean =>
  mutedUntil !== null && new Date(mutedUntil) > now

/** Returns true if a mute has no end. */
export const isMutedForEver = (mutedUntil: string | null): boolean => mutedUntil === MUTED_FOR_EVER

/** Returns the marks after a change at the time `at`, as the server decides them. */
export function withMarksChange(known: ConversationMarksView, change: MarksChange, at: string): ConversationMarksView {
  if ('pinned' in change)
    return change.pinned ? { ...known, pinnedAt: known.pinnedAt ?? at, archived: false } : { ...known, pinnedAt: null }
  if ('archived' in change)
    return change.archived ? { ...known, archived: true, pinnedAt: null } : { ...known, archived: false }
  return { ...known, ...change }
}

/** Returns the marks after a change was taken back: what it changed gets the values from before, the third parameter. */
export function withoutMarksChange(
  known: ConversationMarksView,
  change: MarksChange,
  { mutedUntil, pinnedAt, archived, isUnread }: ConversationMarksView,
): ConversationMarksView {
  if ('mutedUntil' in change) return { ...known, mutedUntil }
  return 'isUnread' in change ? { ...known, isUnread } : { ...known, pinnedAt, archived }
}

/** Returns the marks after a new message of either member: it ends the archive, unless the conversation is muted. */
export const withoutArchive = (marks: ConversationMarksView, now: Date): ConversationMarksView =>
  marks.archived && !isConversationMuted(marks, now) ? { ...marks, archived: false } : marks

/** Returns the conversations of the inbox: without archived ones, the pinned ones first, the newest pin first, then by the last message. */
export const toInboxOrder = (conversations: readonly ConversationView[]): ConversationView[] =>
  conversations
    .filter((conversation) => !getMarks(conversation).archived)
    .toSorted((one, other) => compareTimes(getMarks(other).pinnedAt, getMarks(one).pinnedAt) || compareLast(other, one))

const compareLast = ({ lastMessage: one }: ConversationView, { lastMessage: other }: ConversationView): number =>
  compareTimes(one?.createdAt, other?.createdAt)

/** Compares two ISO timestamps. A missing one sorts before all others. */
const compareTimes = (one: string | null | undefined, other: string | null | undefined): number => {
  const [first, second] = [one ?? '', other ?? '']
  return first < second ? -1 : first > second ? 1 : 0
}

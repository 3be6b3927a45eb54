import type { ConversationMarksView, ConversationView } from '@meadow/contracts/browser'
import { MUTED_FOR_EVER } from '@meadow/contracts/limits'

/** A change that a member makes to the marks of a conversation: one mark at a time, or the pin and the archive together. */
export type MarksChange = { mutedUntil: string | null } | PlaceChange | { isUnread: boolean }
type PlaceChange = { pinned: boolean; archived?: boolean } | { pinned?: boolean; archived: boolean }

const NO_MARKS: ConversationMarksView = { mutedUntil: null, pinnedAt: null, archived: false, isUnread: false }

/** Returns the marks that the member has set for a conversation. Services older than marks send none. */
export const getMarks = ({ marks }: Pick<ConversationView, 'marks'>): ConversationMarksView => marks ?? NO_MARKS

/** Returns the last `seq` that the member has cleared; 0 if there is none. */
export const getClearedUpTo = (conversation: Pick<ConversationView, 'marks'> | undefined): number =>
  conversation?.marks?.clearedUpTo ?? 0

/** Returns a conversation with the name of its other member, by which messages about its marks call it. */
export const toMarkedConversation = (conversation: ConversationView) => ({
  ...conversation,
  name: conversation.user.fullName || conversation.user.username,
})

/** Returns true if a conversation is muted at the time `now`. */
export const isConversationMuted = ({ mutedUntil }: ConversationMarksView, now: Date): boolean =>
  mutedUntil !== null && new Date(mutedUntil) > now

/** Returns true if a mute has no end. */
export const isMutedForEver = (mutedUntil: string | null): boolean => mutedUntil === MUTED_FOR_EVER

/** Returns the marks after a change at the time `at`, as the server decides them. */
export function withMarksChange(known: ConversationMarksView, change: MarksChange, at: string): ConversationMarksView {
  if (!pinsOrArchives(change)) return { ...known, ...change }
  const { pinned, archived } = change
  if (archived) return { ...known, archived: true, pinnedAt: null }
  if (pinned) return { ...known, pinnedAt: known.pinnedAt ?? at, archived: false }
  return { ...known, ...(pinned === false && { pinnedAt: null }), ...(archived === false && { archived: false }) }
}

/** Returns true for a change of the pin or the archive. These belong together, because each ends the other. */
export const pinsOrArchives = (change: MarksChange): change is PlaceChange => 'pinned' in change || 'archived' in change

/** Returns the change that does what two changes of the same mark do one after the other. */
export function mergeMarksChanges(earlier: MarksChange, later: MarksChange): MarksChange {
  if (!pinsOrArchives(earlier) || !pinsOrArchives(later) || later.pinned || later.archived) return later
  if (earlier.archived) return { pinned: false, archived: true, ...later }
  return { ...earlier, ...(earlier.pinned && { archived: false }), ...later }
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

import { decodeCursor, encodeCursor } from '@meadow/service'
import type { ChangedConversation, ConversationRepository } from './conversation-repository.ts'

const PAGE_SIZE = 100

/**
 * A cursor is `<after>` or `<after>:<upTo>`: the changes after a `changeSeq`, or, during the first pass over all
 * conversations, the remaining ones up to `upTo`.
 */
const CURSOR_PATTERN = /^(0|[1-9]\d{0,14})(?::(0|[1-9]\d{0,14}))?$/

type SyncedConversations = { conversations: Omit<ChangedConversation, 'changeSeq'>[]; hasMore: boolean; next: string }

/**
 * Returns a page of the conversations that changed since `cursor`; without a cursor, of all conversations, the last changed
 * first. No change is missed: changes during the first pass follow after it.
 * @throws invalid_cursor
 */
export async function syncConversations(
  conversations: Pick<ConversationRepository, 'readChangeSeq' | 'listChanged'>,
  viewer: { _id: string },
  cursor: string | undefined,
): Promise<SyncedConversations> {
  const [after, upTo] = cursor === undefined ? [] : decodeCursor(cursor, CURSOR_PATTERN)
  const start = after === undefined ? await conversations.readChangeSeq(viewer) : Number(after)
  const isFirstPass = after === undefined || upTo !== undefined
  const window = isFirstPass ? { upTo: upTo === undefined ? start : Number(upTo) } : { after: start }
  const changed = await conversations.listChanged(viewer, window, PAGE_SIZE)
  const page = changed.slice(0, PAGE_SIZE)
  const hasMore = changed.length > PAGE_SIZE
  const last = page.at(-1)?.changeSeq ?? start
  const firstPassNext = hasMore ? `${start}:${last - 1}` : `${start}`
  const next = isFirstPass ? firstPassNext : `${last}`
  return {
    conversations: page.map(({ changeSeq, ...conversation }) => conversation),
    hasMore,
    next: encodeCursor(next),
  }
}

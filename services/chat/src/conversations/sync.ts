import { decodeCursor, encodeCursor } from '@meadow/service'
import type { ConversationRepository, MovedConversation } from './conversation-repository.ts'

/** How many are named at once. */
const AT_ONCE = 100
/** Behind a count of moves what has changed since; with `upTo` what is left of those that were there before. */
const PLACE = /^(0|[1-9]\d{0,14})(?::(0|[1-9]\d{0,14}))?$/

type Moves = Pick<ConversationRepository, 'lastMove' | 'moved'>
type Synced = { conversations: Omit<MovedConversation, 'move'>[]; hasMore: boolean; next: string }

/**
 * The conversations that moved since `cursor`; without one all, the last first. None is missed: a member's conversations
 * move one after the other, and what moves while all are told comes after them. @throws invalid_cursor
 */
export async function syncConversations(
  conversations: Moves,
  viewer: { _id: string },
  cursor: string | undefined,
): Promise<Synced> {
  const [after, upTo] = cursor === undefined ? [] : decodeCursor(cursor, PLACE)
  const top = after === undefined ? await conversations.lastMove(viewer) : Number(after)
  const isFirstRound = after === undefined || upTo !== undefined
  const window = isFirstRound ? { upTo: upTo === undefined ? top : Number(upTo) } : { after: top }
  const moved = await conversations.moved(viewer, window, AT_ONCE)
  const page = moved.slice(0, AT_ONCE)
  const hasMore = moved.length > AT_ONCE
  const last = page.at(-1)?.move ?? top
  const rest = hasMore ? `${top}:${last - 1}` : `${top}`
  const next = isFirstRound ? rest : `${last}`
  return { conversations: page.map(({ move, ...one }) => one), hasMore, next: encodeCursor(next) }
}

import type { ConversationView } from '@meadow/contracts'
import { api, type QueryClient } from '@meadow/web'
import { inFront, inPages } from './conversation-updates.ts'
import { fetchConversation } from './fetch-conversation.ts'
import { type ConversationPages, keys, type Talk, type Thread } from './keys.ts'
import { withChanges, withMarks } from './talk.ts'
import { withTalkChange, withThreadMessage } from './thread.ts'
import { toldRev } from './told.ts'

/** So many pages of changes are read; whoever has missed more loads the newest messages anew. */
const PAGES_MOST = 10
/** More may be told while it is asked. */
const ROUNDS_MOST = 5

const running = new WeakMap<QueryClient, Set<string>>()

/** Asks what changed with somebody where less is known than was told. A failure is silent: the next message asks again. */
export async function catchUp(cache: QueryClient, userId: string): Promise<void> {
  const busy = running.get(cache) ?? new Set()
  running.set(cache, busy)
  if (busy.has(userId)) return // it looks again when it is done
  busy.add(userId)
  try {
    for (let round = 0; round < ROUNDS_MOST && isBehind(cache, userId); round += 1) {
      await catchUpTalk(cache, userId)
      if (isBehind(cache, userId)) await refreshConversation(cache, userId)
    }
  } catch {
    return
  } finally {
    busy.delete(userId)
  }
}

async function catchUpTalk(cache: QueryClient, userId: string): Promise<void> {
  for (let page = 0; page < PAGES_MOST; page += 1) {
    const talk = cache.getQueryData<Talk>(keys.talk(userId))
    if (!talk || talk.rev >= toldRev(cache, userId)) return
    const answer = await api('GET /messages/:userId/changes', {
      params: { userId },
      query: { since: String(talk.rev) },
    })
    cache.setQueryData<Talk>(keys.talk(userId), (known) => known && withChanges(known, answer))
    const changed = cache.getQueryData<Talk>(keys.talk(userId)) ?? talk
    cache.setQueriesData<Thread>({ queryKey: keys.everyThread }, (thread) =>
      thread?.userId === userId
        ? withTalkChange(answer.messages.reduce(withThreadMessage, thread), (talk) => withMarks(talk, changed))
        : thread,
    )
    if (!answer.hasMore)
      cache.setQueryData<number>(keys.told(userId), (told = 0) => (told > talk.rev ? answer.rev : told))
  }
  await cache.resetQueries({ queryKey: keys.talk(userId) })
}

/** Whether anything is shown of the conversation as it was before the last that was told. */
function isBehind(cache: QueryClient, userId: string): boolean {
  const told = toldRev(cache, userId)
  const one = cache.getQueryData<ConversationView>(keys.conversation(userId))
  const listed = cache
    .getQueriesData<ConversationPages>({ queryKey: keys.lists })
    .flatMap(([, pages]) => pages?.pages.flatMap(({ conversations }) => conversations) ?? [])
    .filter(({ _id }) => _id === userId)
  const talk = cache.getQueryData<Talk>(keys.talk(userId))
  return [...listed, ...(one ? [one] : []), ...(talk ? [talk] : [])].some(({ rev }) => rev < told)
}

/** Asks for a conversation, and shows it wherever it is; `toFront` of the list of all where somebody just wrote. */
export async function refreshConversation(cache: QueryClient, userId: string, toFront = false): Promise<void> {
  const fresh = await fetchConversation(userId)
  const newer = (one: ConversationView) => (one.rev > fresh.rev ? one : fresh)
  cache.setQueryData<ConversationView>(keys.conversation(userId), (one) => (one ? newer(one) : fresh))
  cache.setQueriesData<ConversationPages>(
    { queryKey: keys.lists },
    (pages) => pages && inPages(pages, userId, newer, toFront),
  )
  if (!toFront) return
  cache.setQueryData<ConversationPages>(keys.list({}), (pages) =>
    pages && !isListed(pages, userId) ? inFront(pages, fresh) : pages,
  )
}

export const isListed = (pages: ConversationPages, userId: string): boolean =>
  pages.pages.some(({ conversations }) => conversations.some(({ _id }) => _id === userId))

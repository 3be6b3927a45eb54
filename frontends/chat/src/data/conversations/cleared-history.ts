import type { ConversationMarksView } from '@meadow/contracts/browser'
import type { QueryClient } from '@meadow/web'
import { refreshContents, removeClearedContents } from '../contents/message-contents.ts'
import { removeCachedFiles, removeFilesOfMessages } from '../messages/cached-files.ts'
import { hideMessage, type MessageWindow } from '../messages/message-window.ts'
import { recordQuotedChange } from '../messages/quoted-message.ts'
import { chatQueryKeys } from '../query-keys.ts'

/**
 * Removes messages that the member has cleared, on any device, from the caches of this one, with their files and quotes. Lists that may show
 * others than those of the conversation's page are refetched.
 */
export function removeClearedMessages(
  cache: QueryClient,
  userId: string,
  { clearedUpTo = 0 }: Pick<ConversationMarksView, 'clearedUpTo'>,
): void {
  if (clearedUpTo === 0) return
  removeFromWindow(cache, userId, clearedUpTo)
  const key = chatQueryKeys.appliedClearing(userId)
  if (clearedUpTo <= (cache.getQueryData<number>(key) ?? 0)) return
  cache.setQueryData<number>(key, clearedUpTo)
  void removeCachedFiles(removeClearedContents(cache, userId, clearedUpTo))
  refreshContents(cache, userId)
  for (const queryKey of [
    chatQueryKeys.allThreads,
    chatQueryKeys.threadList(userId),
    chatQueryKeys.allMessageSearches(userId),
    chatQueryKeys.inboxSearches,
  ])
    void cache.invalidateQueries({ queryKey })
}

function removeFromWindow(cache: QueryClient, userId: string, clearedUpTo: number): void {
  const key = chatQueryKeys.messageWindow(userId)
  const known = cache.getQueryData<MessageWindow>(key)
  const cleared = known?.messages.filter(({ seq }) => seq <= clearedUpTo) ?? []
  if (!known || cleared.length === 0) return
  removeFilesOfMessages(
    cache,
    userId,
    cleared.map(({ _id }) => _id),
  )
  for (const { _id, createdAt, rev } of cleared)
    recordQuotedChange(cache, _id, { content: '', deletedAt: createdAt, rev })
  const { messages } = cleared.reduce((shown, { _id, createdAt }) => hideMessage(shown, _id, createdAt), known)
  const kept = messages.filter(({ seq }) => seq > clearedUpTo)
  cache.setQueryData<MessageWindow>(key, { ...known, messages: kept, hasOlder: false })
  if (kept.length === 0 && known.hasNewer) void cache.resetQueries({ queryKey: key })
}

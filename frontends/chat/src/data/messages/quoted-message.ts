import type { MessageView } from '@meadow/contracts/browser'
import type { QueryClient } from '@meadow/web'
import { chatQueryKeys } from '../query-keys.ts'
import type { ThreadWindow } from '../threads/thread-window.ts'
import type { MessageWindow } from './message-window.ts'

/** The message that another one replies to. */
export type QuotedMessage = NonNullable<MessageView['replyTo']>
/** Returns what a reply shows of the message. */
export const toQuotedMessage = ({
  _id,
  content,
  messageType,
  pictures,
  deletedAt,
  sender,
}: MessageView): QuotedMessage => ({
  _id,
  content,
  messageType,
  pictureCount: pictures.length,
  deletedAt,
  sender,
})

/** The news of a push about a message that may be quoted, also one that is not loaded. */
type QuotedMessageChange = Pick<QuotedMessage, 'content' | 'deletedAt'> & { rev: number }

/** Records an edit or a deletion for what quotes the message and is not sent yet. */
export function recordQuotedChange(cache: QueryClient, messageId: string, change: QuotedMessageChange): void {
  cache.setQueryData<QuotedMessageChange>(chatQueryKeys.quotedChange(messageId), (known) =>
    known && known.rev > change.rev ? known : change,
  )
}

/** Returns the quoted message as it is now, as far as this page knows: the given object if nothing has changed. */
export function findCurrentQuote(cache: QueryClient, userId: string, quoted: QuotedMessage): QuotedMessage {
  const { _id } = quoted
  const messages = cache.getQueryData<MessageWindow>(chatQueryKeys.messageWindow(userId))?.messages ?? []
  const inThreads = cache
    .getQueriesData<ThreadWindow>({ queryKey: chatQueryKeys.allThreads })
    .flatMap(([, thread]) => (thread?.userId === userId ? [thread.root, ...thread.messages] : []))
  const loaded = [...messages, ...inThreads]
    .filter((message) => message._id === _id)
    .reduce<MessageView | undefined>((newest, one) => (newest && newest.rev >= one.rev ? newest : one), undefined)
  const change = cache.getQueryData<QuotedMessageChange>(chatQueryKeys.quotedChange(_id))
  const isChangeNewer = change && change.rev > (loaded?.rev ?? 0)
  const { rev: _, ...changed } = change ?? { rev: 0 }
  const current = isChangeNewer ? { ...quoted, ...changed } : loaded ? toQuotedMessage(loaded) : quoted
  return hasSameContent(current, quoted) ? quoted : current
}

const hasSameContent = (one: QuotedMessage, other: QuotedMessage) =>
  one.content === other.content && one.deletedAt === other.deletedAt && one.pictureCount === other.pictureCount

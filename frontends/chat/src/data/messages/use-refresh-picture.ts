import type { MessageView } from '@meadow/contracts/browser'
import { api, useQueryClient, useSession } from '@meadow/web'
import { chatQueryKeys } from '../query-keys.ts'
import { updateMessages } from '../sync/apply-push.ts'
import { changeMessageLocally } from './message-window.ts'

/** A URL is valid for a day. A second request within a minute uses the cached one. */
const STALE_TIME_MS = 60_000

/**
 * Returns a function that fetches a message whose picture, link preview, recording or video did not load: their URLs expire after a day.
 * @throws Error if the message has none any more
 */
export function useRefreshPicture(): (message: MessageView) => Promise<void> {
  const cache = useQueryClient()
  const currentUserId = useSession().user?._id
  return async ({ _id, sender, recipient }) => {
    const userId = sender._id === currentUserId ? recipient._id : sender._id
    const { media, imageUrl, pictures, linkPreview, voice, video } = await cache.fetchQuery({
      queryKey: chatQueryKeys.messagePicture(_id),
      queryFn: ({ signal }) => fetchMessage(userId, _id, signal),
      staleTime: STALE_TIME_MS,
    })
    updateMessages(cache, userId, (messageWindow) =>
      changeMessageLocally(messageWindow, _id, (message) => ({
        ...message,
        media,
        imageUrl,
        pictures,
        ...(linkPreview && { linkPreview }),
        ...(video && { video }),
        ...(voice && { voice: message.voice?.isPlayed ? { ...voice, isPlayed: true } : voice }),
      })),
    )
  }
}

async function fetchMessage(userId: string, id: string, signal: AbortSignal): Promise<MessageView> {
  const { messages } = await api('GET /messages/:id', {
    params: { id: userId },
    query: { around: id, limit: 1 },
    signal,
  })
  const message = messages.find(({ _id }) => _id === id)
  if (!message?.media && !message?.linkPreview?.picture && !message?.voice && !message?.video)
    throw new Error(`The message ${id} has no media any more`)
  return message
}

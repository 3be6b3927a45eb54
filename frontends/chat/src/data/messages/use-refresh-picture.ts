import type { MessageView } from '@meadow/contracts'
import { api, useQueryClient, useSession } from '@meadow/web'
import { chatQueryKeys } from '../query-keys.ts'
import { updateMessages } from '../sync/apply-push.ts'
import { changeMessageLocally } from './message-window.ts'

/** A fresh address is good for a day: whoever asks again within a minute gets the same. */
const STALE_TIME_MS = 60_000

/** Asks for a message anew whose picture did not load, for its address ends after a day. @throws when it has none any more */
export function useRefreshPicture(): (message: MessageView) => Promise<void> {
  const cache = useQueryClient()
  const me = useSession().user?._id
  return async ({ _id, sender, recipient }) => {
    const userId = sender._id === me ? recipient._id : sender._id
    const { media, imageUrl } = await cache.fetchQuery({
      queryKey: chatQueryKeys.messagePicture(_id),
      queryFn: ({ signal }) => fetchMessage(userId, _id, signal),
      staleTime: STALE_TIME_MS,
    })
    updateMessages(cache, userId, (talk) =>
      changeMessageLocally(talk, _id, (message) => ({ ...message, media, imageUrl })),
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
  if (!message?.media) throw new Error(`The message ${id} has no picture any more`)
  return message
}

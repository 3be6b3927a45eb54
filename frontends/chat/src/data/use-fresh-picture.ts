import type { MessageView } from '@meadow/contracts'
import { api, useQueryClient, useSession } from '@meadow/web'
import { changeMessages } from './cache.ts'
import { keys } from './keys.ts'
import { replaced } from './talk.ts'

/** A fresh address is good for a day: whoever asks again within a minute gets the same. */
const FRESH_MS = 60_000

/** Asks for a message anew whose picture did not load, for its address ends after a day. @throws when it has none any more */
export function useFreshPicture(): (message: MessageView) => Promise<void> {
  const cache = useQueryClient()
  const me = useSession().user?._id
  return async ({ _id, sender, recipient }) => {
    const userId = sender._id === me ? recipient._id : sender._id
    const { media, imageUrl } = await cache.fetchQuery({
      queryKey: keys.picture(_id),
      queryFn: ({ signal }) => fetchMessage(userId, _id, signal),
      staleTime: FRESH_MS,
    })
    changeMessages(cache, userId, (talk) => replaced(talk, _id, (message) => ({ ...message, media, imageUrl })))
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

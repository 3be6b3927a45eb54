import type { MessageView } from '@meadow/contracts'
import { api } from '@meadow/web'
import type { Waiting } from './waiting.ts'

/** Sends a message that waits; sending it again answers the same message. @throws ApiError */
export async function sendWaiting(waiting: Waiting, onProgress: (share: number) => void): Promise<MessageView> {
  const { id, recipientId, content, picture, replyTo, threadId } = waiting
  const attempt = {
    recipientId,
    clientMessageId: id,
    ...(replyTo && { replyTo: replyTo._id }),
    ...(threadId && { threadId }),
  }
  if (!picture) return (await api('POST /messages', { body: { ...attempt, content } })).message
  const form = new FormData()
  for (const [name, value] of Object.entries(attempt)) form.append(name, value) // before the file: the server reads as it comes
  form.append('image', picture)
  return (await api('POST /messages/image', { body: form, onProgress })).message
}

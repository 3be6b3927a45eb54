import type { Actor, SystemLineView } from '@meadow/contracts'
import { type Throttle, withThrottle } from '@meadow/service'
import type { MessageLimits } from '../../config.ts'
import type { ConversationAddress } from '../../conversations/conversation.ts'
import type { SentMessage, StoreMessage } from '../../conversations/write/new-message.ts'

export type SendSystemLineDeps = {
  messages: { send: StoreMessage }
  messageThrottle: Throttle
  messageLimits: MessageLimits
  now: () => Date
  newId: (at: Date) => string
}

/**
 * Adds a system line to a conversation, as a message of the member who did what it says. Nobody gets a notification of it, and it counts
 * as unread for nobody. It is not pushed yet.
 * @throws too_many_requests, and the errors of `StoreMessage`
 */
export function sendSystemLine(
  { messages, messageThrottle, messageLimits, now, newId }: SendSystemLineDeps,
  by: Actor,
  address: ConversationAddress,
  system: SystemLineView,
): Promise<SentMessage> {
  const createdAt = now()
  const line = {
    _id: newId(createdAt),
    clientMessageId: undefined,
    fingerprint: '',
    content: '',
    facets: [],
    messageType: 'system' as const,
    pictures: [],
    system,
    replyTo: undefined,
    threadId: undefined,
    createdAt,
    eventId: newId(createdAt),
    newConversationId: newId(createdAt),
  }
  return withThrottle(messageThrottle, messageLimits.ofSender, by._id, () => messages.send(line, by, address))
}

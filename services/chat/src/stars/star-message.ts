import { DomainError } from '@meadow/service'
import { listParticipants } from '../messages/message.ts'
import type { Push } from '../realtime/push/push-bus.ts'
import type { VoicePlayDeps } from '../voice/voice-play.ts'

/** A member stars a message, or removes the star, at the time `at`. */
type MessageStarChange = { messageId: string; memberId: string; isStarred: boolean; at: Date }

/**
 * Stores or removes the star of a member. A repeat changes nothing. Neither `rev` nor anything that others see changes.
 * @throws message_not_found unless the member is in the conversation, which is a direct one; to add one, also if the message is deleted, is not shown to them, or is a
 * system line
 */
export type StoreMessageStar = (change: MessageStarChange) => Promise<void>

export type StarMessageDeps = {
  messages: { storeStar: StoreMessageStar }
  readMessages: VoicePlayDeps['readMessages']
  push: Push
  now: () => Date
}

/**
 * Stars a message for a member, or removes the star, and pushes that to their devices. Messages stay readable across a block, so they can
 * be starred there, too.
 * @throws message_not_found
 */
export async function starMessage(
  { messages, readMessages, push, now }: StarMessageDeps,
  memberId: string,
  { messageId, isStarred }: Pick<MessageStarChange, 'messageId' | 'isStarred'>,
): Promise<void> {
  await messages.storeStar({ messageId, memberId, isStarred, at: now() })
  const [message] = await readMessages([messageId])
  if (!message) throw new DomainError('message_not_found')
  for (const [member, userId] of listParticipants(message))
    if (member === memberId) push({ to: { member }, name: 'messageStarred', payload: { messageId, userId, isStarred } })
}

import { claimsToActor } from '@meadow/members'
import { type Caller, DomainError } from '@meadow/service'
import type { ConversationRepository } from '../conversations/conversation-repository.ts'
import {
  type ChangedMessage,
  listInformedMembers,
  type MessageChange,
  type MessageChangePlan,
  type MessageChangeRule,
} from '../messages/change-message.ts'
import { getRecipient, type Message } from '../messages/message.ts'
import type { Push } from '../realtime/push/push-bus.ts'
import type { ReadSignals } from '../receipts/receipt-repository.ts'

/** The member `by` has begun to play a recording. `isHidden`: the sender must not notice. */
export type VoicePlay = MessageChange & { isHidden: boolean }

/**
 * Stores that a member has begun to play a voice message. A repeat changes nothing, nor does a message that nobody can play.
 * @throws message_not_found unless `by` is a member of the conversation
 */
export type StoreVoicePlay = (play: VoicePlay) => Promise<ChangedMessage>

/** The rule of a play. Like a read mark, it is not stored across a block: the sender would see it once the block ends. */
export const voicePlayRule: MessageChangeRule<VoicePlay, MessageChangePlan> = {
  plan({ voice, deletedAt, sender, playedBy = [] }, { by, isHidden }, isOpen) {
    const isPlayable = !deletedAt && voice?.status === 'ready'
    if (!isOpen || !isPlayable || sender._id === by._id || playedBy.includes(by._id)) return undefined
    return { isHidden }
  },
  createEvent: () => undefined,
}

export type VoicePlayDeps = {
  messages: { storeVoicePlay: StoreVoicePlay }
  /** Reads messages of any conversation, without checking who may see them. */
  readMessages: (ids: readonly string[]) => Promise<Message[]>
  conversations: Pick<ConversationRepository, 'isOpen'>
  readSignals: ReadSignals
  push: Push
  now: () => Date
  newId: (at: Date) => string
}

/**
 * Marks a voice message as played, and pushes that to all devices of both members. If one of the two hides read marks, only those of the
 * listener get the push, and `rev` stays, so that the sender cannot tell. Returns the `rev` of the message.
 * @throws message_not_found
 */
export async function markVoicePlayed(
  deps: VoicePlayDeps,
  caller: Caller,
  messageId: string,
): Promise<{ rev: number }> {
  const { messages, readMessages, conversations, readSignals, push, now, newId } = deps
  const at = now()
  const by = claimsToActor(caller)
  const [stored] = await readMessages([messageId])
  if (!stored?.recipient) throw new DomainError('message_not_found')
  const isHidden = !(await readSignals(stored.sender._id, getRecipient(stored)._id)).readMarks
  const { message, isChanged } = await messages.storeVoicePlay({ messageId, by, at, eventId: newId(at), isHidden })
  if (isChanged) {
    const informed = await listInformedMembers(conversations, message, by)
    for (const [member, userId] of informed) {
      if (isHidden && member !== by._id) continue
      const payload = { messageId, userId, listenerId: by._id, rev: message.rev }
      push({ to: { member }, name: 'messagePlayed', payload })
    }
  }
  return { rev: message.rev }
}

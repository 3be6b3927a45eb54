import { events, type ReactionView } from '@meadow/contracts'
import { MAX_REACTIONS_PER_MEMBER } from '@meadow/contracts/limits'
import { createEvent } from '@meadow/events'
import { DomainError } from '@meadow/service'
import { assertCanWrite } from '../conversations/conversation.ts'
import type { ChangedMessage, MessageChange, MessageChangePlan, MessageChangeRule } from '../messages/change-message.ts'
import { type Message, toConversationEventFields, toMessageEventData } from '../messages/message.ts'

/** A member's wish to set (`isSet`) or remove an emoji on a message. `eventId` is the id of the `message.reacted` event. */
export type ReactionChange = MessageChange & { emoji: string; isSet: boolean }

/** Reactions to messages. A change and its event are stored in one transaction. */
export type ReactionRepository = {
  /**
   * Applies the change. Returns the message after it; `isChanged` is false if nothing had to change.
   * @throws message_not_found, reaction_limit_reached, not_mutual for a new reaction across a block
   */
  set(change: ReactionChange): Promise<Pick<ChangedMessage, 'message' | 'isChanged'>>
}

/**
 * Returns the reactions of a message after a change; the same list if nothing changes. `isOpen` is false across a block:
 * reactions can then only be removed.
 * @throws message_not_found if the message is deleted, not_mutual across a block, reaction_limit_reached
 */
export function changeReactions(
  { reactions, deletedAt }: Pick<Message, 'reactions' | 'deletedAt'>,
  { by, emoji, isSet, at }: Pick<ReactionChange, 'emoji' | 'isSet' | 'at'> & { by: { _id: string } },
  isOpen: boolean,
): readonly ReactionView[] {
  if (deletedAt) throw new DomainError('message_not_found')
  if (isSet) assertCanWrite(isOpen)
  const isSame = (reaction: ReactionView) => reaction.user === by._id && reaction.emoji === emoji
  if (reactions.some(isSame) === isSet) return reactions
  if (!isSet) return reactions.filter((reaction) => !isSame(reaction))
  const own = reactions.filter(({ user }) => user === by._id)
  if (own.length >= MAX_REACTIONS_PER_MEMBER) throw new DomainError('reaction_limit_reached')
  return [...reactions, { user: by._id, emoji, createdAt: at.toISOString() }]
}

/** The rule of a reaction. No other message shows it. */
export const reactionRule: MessageChangeRule<
  ReactionChange,
  MessageChangePlan & { reactions: readonly ReactionView[] }
> = {
  plan(message, change, isOpen) {
    const isAnswer = message.isRequest && message.sender._id !== change.by._id // would tell that it was read
    const reactions = changeReactions(message, change, isOpen && !isAnswer)
    return reactions === message.reactions ? undefined : { reactions }
  },
  createEvent: (message, { by, at, emoji, isSet, eventId }, rev) =>
    createEvent(events.messageReacted, {
      ...toConversationEventFields(message.conversationId, { id: eventId, time: at }),
      data: { ...toMessageEventData(message, by), rev, emoji: isSet ? emoji : null },
    }),
}

import type { Actor } from '@meadow/contracts'
import type { Message } from '../messages/message.ts'

/** A member's wish to set (`isSet`) or remove an emoji on a message. `eventId` is the id of the `message.reacted` event. */
export type ReactionChange = {
  messageId: string
  emoji: string
  isSet: boolean
  by: Actor
  at: Date
  eventId: string
}

/** Reactions to messages. A change and its event are stored in one transaction. */
export type ReactionRepository = {
  /**
   * Applies the change. Returns the message after it; `isChanged` is false if nothing had to change.
   * @throws message_not_found, reaction_limit_reached, member_not_found for a new reaction across a block
   */
  set(change: ReactionChange): Promise<{ message: Message; isChanged: boolean }>
}

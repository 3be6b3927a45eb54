import type { Actor, DomainEvent } from '@meadow/contracts'
import type { Message } from '../messages/message.ts'

/** An emoji that `by` wants under a message, or does not want there any more. */
export type Wanted = { messageId: string; emoji: string; there: boolean; by: Actor; at: Date }

/** Reactions to messages. A change is stored with the fact that it causes, or not at all. */
export type ReactionRepository = {
  /**
   * Makes it so; where it is so already, nothing changes. `message` is as it is then.
   * @throws message_not_found, reaction_limit, member_not_found for a new one across a block
   */
  set(
    wanted: Wanted,
    announce: (message: Message, rev: number) => DomainEvent,
  ): Promise<{ message: Message; changed: boolean }>
}

import { type DomainEvent, events, type ReactionView } from '@meadow/contracts'
import { MAX_REACTIONS_PER_MEMBER } from '@meadow/contracts/limits'
import { createEvent } from '@meadow/events'
import { DomainError } from '@meadow/service'
import { aboutMessage, ofConversation } from '../messages/facts.ts'
import type { Message } from '../messages/message.ts'
import type { Wanted } from './reaction-repository.ts'

const sameAs = (one: ReactionView) => (other: ReactionView) => other.user === one.user && other.emoji === one.emoji

/**
 * What is under a message once this reaction is there, or is not; the same list where that is so already.
 * @throws reaction_limit
 */
export function react(
  reactions: readonly ReactionView[],
  reaction: ReactionView,
  there: boolean,
): readonly ReactionView[] {
  const isSame = sameAs(reaction)
  if (reactions.some(isSame) === there) return reactions
  if (!there) return reactions.filter((other) => !isSame(other))
  const own = reactions.filter(({ user }) => user === reaction.user)
  if (own.length >= MAX_REACTIONS_PER_MEMBER) throw new DomainError('reaction_limit')
  return [...reactions, reaction]
}

/** The fact that a member put an emoji under a message, or took one away. */
export const reacted = (message: Message, { by, at, emoji, there }: Wanted, rev: number): DomainEvent =>
  createEvent(events.messageReacted, {
    ...ofConversation(message.conversationId, at),
    data: { ...aboutMessage(message, by), rev, emoji: there ? emoji : null },
  })

import { calls } from '@meadow/contracts'
import { claimsToActor } from '@meadow/members'
import { type Caller, type CallRoute, serve } from '@meadow/service'
import type { ConversationRepository } from '../conversations/conversation-repository.ts'
import { listInformedMembers } from '../messages/change-message.ts'
import type { Push } from '../realtime/push/push-bus.ts'
import type { ReactionChange, ReactionRepository } from './reaction.ts'

type ReactionRoutesDeps = {
  reactions: ReactionRepository
  conversations: Pick<ConversationRepository, 'isOpen'>
  push: Push
  now: () => Date
  newId: (at: Date) => string
}

export function createReactionRoutes(deps: ReactionRoutesDeps): CallRoute[] {
  const { reactions, conversations, push, now, newId } = deps
  async function setReaction(caller: Caller, change: Pick<ReactionChange, 'messageId' | 'emoji' | 'isSet'>) {
    const at = now()
    const by = claimsToActor(caller)
    const { message, isChanged } = await reactions.set({ ...change, by, at, eventId: newId(at) })
    const result = { reactions: message.reactions, rev: message.rev }
    if (isChanged) {
      for (const [member, userId] of await listInformedMembers(conversations, message, by)) {
        const payload = { messageId: message._id, userId, ...result }
        push({ to: { member }, name: 'messageReaction', payload })
      }
    }
    return result
  }

  return [
    serve(calls.addReaction, ({ member, params: { id: messageId }, body: { emoji } }) =>
      setReaction(member, { messageId, emoji, isSet: true }),
    ),
    serve(calls.removeReaction, ({ member, params: { id: messageId }, body: { emoji } }) =>
      setReaction(member, { messageId, emoji, isSet: false }),
    ),
  ]
}

import { calls } from '@meadow/contracts'
import { claimsToActor } from '@meadow/members'
import { type Caller, type CallRoute, serve } from '@meadow/service'
import { listParticipants } from '../messages/message.ts'
import type { Push } from '../realtime/push/push-bus.ts'
import type { ReactionChange, ReactionRepository } from './reaction.ts'

type ReactionRoutesDeps = {
  reactions: ReactionRepository
  push: Push
  now: () => Date
  newId: (at: Date) => string
}

export function createReactionRoutes({ reactions, push, now, newId }: ReactionRoutesDeps): CallRoute[] {
  async function setReaction(caller: Caller, change: Pick<ReactionChange, 'messageId' | 'emoji' | 'isSet'>) {
    const at = now()
    const by = claimsToActor(caller)
    const { message, isChanged } = await reactions.set({ ...change, by, at, eventId: newId(at) })
    const result = { reactions: message.reactions, rev: message.rev }
    if (isChanged) {
      for (const [member, userId] of listParticipants(message)) {
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

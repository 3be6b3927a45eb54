import { calls } from '@meadow/contracts'
import { claimsToActor } from '@meadow/members'
import { type Caller, type CallRoute, serve } from '@meadow/service'
import { bothOf } from '../messages/message.ts'
import type { Push } from '../realtime/push/socket-push.ts'
import { reacted } from './reaction.ts'
import type { ReactionRepository } from './reaction-repository.ts'

type Parts = { reactions: ReactionRepository; push: Push; now: () => Date }

export function reactionCalls({ reactions, push, now }: Parts): CallRoute[] {
  async function set(caller: Caller, messageId: string, emoji: string, there: boolean) {
    const wanted = { messageId, emoji, there, by: claimsToActor(caller), at: now() }
    const { message, changed } = await reactions.set(wanted, (its, rev) => reacted(its, wanted, rev))
    const shown = { reactions: message.reactions, rev: message.rev }
    if (changed) {
      for (const [member, userId] of bothOf(message)) {
        push({ to: { member }, name: 'messageReaction', payload: { messageId, userId, ...shown } })
      }
    }
    return shown
  }

  return [
    serve(calls.addReaction, ({ member, params, body }) => set(member, params.id, body.emoji, true)),
    serve(calls.removeReaction, ({ member, params, body }) => set(member, params.id, body.emoji, false)),
  ]
}

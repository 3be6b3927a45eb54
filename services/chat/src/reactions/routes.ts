import { calls } from '@meadow/contracts'
import { claimsActor } from '@meadow/members'
import { type Caller, type Served, serve } from '@meadow/service'
import type { Tell } from '../hints/hint.ts'
import { bothOf } from '../messages/message.ts'
import { reacted } from './reaction.ts'
import type { ReactionRepository } from './reaction-repository.ts'

type Parts = { reactions: ReactionRepository; tell: Tell; announced: () => void; now: () => Date }

export function reactionCalls({ reactions, tell, announced, now }: Parts): Served[] {
  async function set(caller: Caller, messageId: string, emoji: string, there: boolean) {
    const wanted = { messageId, emoji, there, by: claimsActor(caller), at: now() }
    const { message, changed } = await reactions.set(wanted, (its, rev) => reacted(its, wanted, rev))
    const shown = { reactions: message.reactions, rev: message.rev }
    if (changed) {
      announced()
      for (const [member, userId] of bothOf(message)) {
        tell({ to: { member }, name: 'messageReaction', payload: { messageId, userId, ...shown } })
      }
    }
    return shown
  }

  return [
    serve(calls.addReaction, ({ member, params, body }) => set(member, params.id, body.emoji, true)),
    serve(calls.removeReaction, ({ member, params, body }) => set(member, params.id, body.emoji, false)),
  ]
}

import { describe, expect, it } from '@jest/globals'
import type { ReactionView } from '@meadow/contracts'
import { MAX_REACTIONS_PER_MEMBER } from '@meadow/contracts/limits'
import { changeReactions } from './reaction.ts'

const at = (second: number) => new Date(second * 1_000)
const heart = (user: string, second = 0): ReactionView => ({ user, emoji: '❤️', createdAt: at(second).toISOString() })
const withReactions = (...reactions: ReactionView[]) => ({ reactions, deletedAt: null })

/** Applies the change that would set or remove `reaction`. */
const change = (reactions: readonly ReactionView[], { user, emoji, createdAt }: ReactionView, isSet: boolean) =>
  changeReactions(
    { reactions: [...reactions], deletedAt: null },
    { by: { _id: user }, emoji, isSet, at: new Date(createdAt) },
    true,
  )

describe('changeReactions', () => {
  it('stores one of each emoji per member, with the time of the first', () => {
    const message = withReactions(heart('alice'))
    const again = { by: { _id: 'alice' }, emoji: '❤️', isSet: true, at: at(5) }
    expect(changeReactions(message, again, true)).toBe(message.reactions)
    expect(change(message.reactions, heart('bob', 5), true)).toEqual([heart('alice'), heart('bob', 5)])
    const other = { ...heart('alice', 6), emoji: '👍' }
    expect(change(message.reactions, other, true)).toEqual([heart('alice'), other])
  })

  it('removes only reactions of the member', () => {
    expect(change([heart('alice'), heart('bob')], heart('alice', 9), false)).toEqual([heart('bob')])
    expect(change([heart('bob')], heart('alice'), false)).toEqual([heart('bob')])
  })

  it('limits the reactions of each member separately', () => {
    const full = Array.from({ length: MAX_REACTIONS_PER_MEMBER }, (_none, index) => ({
      ...heart('alice'),
      emoji: `${index}`,
    }))
    const refused = (code: string) => expect.objectContaining({ code })
    expect(() => change(full, heart('alice'), true)).toThrow(refused('reaction_limit_reached'))
    expect(change(full, { ...heart('alice'), emoji: '0' }, true)).toEqual(full)
    expect(change(full, heart('bob'), true)).toHaveLength(MAX_REACTIONS_PER_MEMBER + 1)
  })

  it('refuses deleted messages, and new reactions across a block', () => {
    const setHeart = { by: { _id: 'alice' }, emoji: '❤️', isSet: true, at: at(0) }
    const refused = (code: string) => expect.objectContaining({ code })
    expect(() => changeReactions({ reactions: [], deletedAt: at(1) }, setHeart, true)).toThrow(
      refused('message_not_found'),
    )
    expect(() => changeReactions(withReactions(), setHeart, false)).toThrow(refused('not_mutual'))
    expect(changeReactions(withReactions(heart('alice')), { ...setHeart, isSet: false }, false)).toEqual([])
  })
})

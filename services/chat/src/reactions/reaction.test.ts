import { describe, expect, it } from '@jest/globals'
import type { ReactionView } from '@meadow/contracts'
import { MAX_REACTIONS_PER_MEMBER } from '@meadow/contracts/limits'
import { react } from './reaction.ts'

const at = (second: number) => new Date(second * 1_000).toISOString()
const heart = (user: string, second = 0): ReactionView => ({ user, emoji: '❤️', createdAt: at(second) })

describe('react', () => {
  it('puts one of each emoji per member, at the time of the first', () => {
    const first = react([], heart('alice'), true)
    expect(react(first, heart('alice', 5), true)).toBe(first)
    expect(react(first, heart('bob', 5), true)).toEqual([heart('alice'), heart('bob', 5)])
    const other = { ...heart('alice', 6), emoji: '👍' }
    expect(react(first, other, true)).toEqual([heart('alice'), other])
  })

  it('takes away only what is one’s own', () => {
    const both = [heart('alice'), heart('bob')]
    expect(react(both, heart('alice', 9), false)).toEqual([heart('bob')])
    expect(react([heart('bob')], heart('alice'), false)).toEqual([heart('bob')])
  })

  it('refuses more than a member may put, not what is there already or what another puts', () => {
    const full = Array.from({ length: MAX_REACTIONS_PER_MEMBER }, (_none, index) => ({
      ...heart('alice'),
      emoji: `${index}`,
    }))
    expect(() => react(full, heart('alice'), true)).toThrow(expect.objectContaining({ code: 'reaction_limit' }))
    expect(react(full, { ...heart('alice'), emoji: '0' }, true)).toBe(full)
    expect(react(full, heart('bob'), true)).toHaveLength(MAX_REACTIONS_PER_MEMBER + 1)
  })
})

import { describe, expect, it } from '@jest/globals'
import { alice, bob } from '@meadow/testing'
import { getTriggerText, isMutedTrigger, type MutedByMember } from './muted-trigger.ts'
import type { NotificationTrigger } from './notification-trigger.ts'

const noon = new Date('2026-03-01T12:00:00Z')
const comment: NotificationTrigger = {
  type: 'comment',
  to: alice._id,
  from: bob._id,
  at: noon,
  postId: 'post',
  commentId: 'comment',
  excerpt: 'Ham!',
}
const isMuted = (muted: Partial<MutedByMember>, text = 'Ham!', trigger = comment) =>
  isMutedTrigger(trigger, text, { words: [], content: [], ...muted })

describe('a trigger', () => {
  it('is muted by a word of its text that acts in alerts at its time', () => {
    const ham = { text: 'ham', until: null, in: ['alerts'] }
    expect(isMuted({ words: [ham] })).toBe(true)
    expect(isMuted({ words: [ham] }, 'hamlet')).toBe(false)
    expect(isMuted({ words: [{ ...ham, in: ['feed'] }] })).toBe(false)
    expect(isMuted({ words: [{ ...ham, until: noon.toISOString() }] })).toBe(false)
  })

  it('is muted by its post, whatever it says, and by a tag of its text', () => {
    const post = { kind: 'post', target: 'post', until: null }
    expect(isMuted({ content: [post] }, '')).toBe(true)
    expect(isMuted({ content: [{ ...post, until: noon }] })).toBe(false)
    expect(isMuted({ content: [{ ...post, target: 'other' }] })).toBe(false)
    const tag = { kind: 'tag', target: 'moss', until: null }
    expect(isMuted({ content: [tag] }, 'green #Moss')).toBe(true)
    expect(isMuted({ content: [tag] }, 'green moss')).toBe(false)
  })

  it('shows the words of a comment or of a mention, and not those of the own post that somebody likes', () => {
    expect(getTriggerText(comment, 'My post')).toBe('Ham!')
    const mention = { ...comment, type: 'mention', commentId: null, excerpt: '' } as const
    expect(getTriggerText(mention, 'Their post')).toBe('Their post')
    expect(getTriggerText({ ...mention, postId: null, bio: 'Their bio' }, '')).toBe('Their bio')
    expect(getTriggerText({ ...mention, type: 'like' }, 'My post')).toBe('')
    expect(getTriggerText({ ...mention, type: 'share', excerpt: 'Ham!' }, 'My post')).toBe('Ham!')
  })
})

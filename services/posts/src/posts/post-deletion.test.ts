import { describe, expect, it } from '@jest/globals'
import { alice, bob, UNKNOWN_ID } from '@meadow/testing'
import { planPostDeletion } from './post-deletion.ts'

const deletionBy = (member: typeof alice) => ({
  postId: UNKNOWN_ID,
  by: { ...member, profileVersion: 0 },
  at: new Date(0),
  eventId: UNKNOWN_ID,
})
const post = { authorId: alice._id, rev: 7, isVisible: true }

describe('planPostDeletion', () => {
  it('announces the next revision of the post of its author', () => {
    expect(planPostDeletion(post, deletionBy(alice))).toMatchObject({
      type: 'post.deleted',
      subject: UNKNOWN_ID,
      data: { authorId: alice._id, rev: 8 },
    })
  })

  it('refuses a post that does not exist or is hidden from the member, its author included', () => {
    const refusal = expect.objectContaining({ code: 'post_not_found' })
    expect(() => planPostDeletion(undefined, deletionBy(alice))).toThrow(refusal)
    for (const member of [alice, bob])
      expect(() => planPostDeletion({ ...post, isVisible: false }, deletionBy(member))).toThrow(refusal)
  })

  it('refuses the visible post of another member', () => {
    expect(() => planPostDeletion(post, deletionBy(bob))).toThrow(expect.objectContaining({ code: 'not_your_post' }))
  })
})

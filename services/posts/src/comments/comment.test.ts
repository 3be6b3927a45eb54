import { describe, expect, it } from '@jest/globals'
import { MAX_POST_COMMENTS_IN_VIEW } from '@meadow/contracts/limits'
import type { Member } from '@meadow/members'
import { createTestMember } from '@meadow/testing'
import type { ChangedPost } from '../posts/changed-post.ts'
import { addNewestComment, type NewComment, planComment } from './comment.ts'

const POST_ID = '019d0000-0000-7000-8000-000000000001'
const at = (second: number) => new Date(Date.UTC(2026, 2, 1, 12, 0, second))
const createMember = (state: Member['state'] = 'active'): Member => ({
  ...createTestMember(),
  isVerified: true,
  state,
  createdAt: at(0),
  accountVersion: 1,
  profileVersion: 4,
  isPrivate: false,
  contactPrivacy: {},
  isEmailVerified: true,
  privacyVersion: 0,
})
const [author, dora] = [createMember(), createMember()]

const post: ChangedPost = {
  authorId: author._id,
  rev: 7,
  likes: [dora._id],
  likesCount: 1,
  comments: [],
  commentsCount: 0,
  sharesCount: 0,
}
const comment: NewComment = {
  _id: '019d0000-0000-7000-8000-000000000002',
  eventId: '019d0000-0000-7000-8000-000000000003',
  postId: POST_ID,
  by: { ...createTestMember(), _id: dora._id, profileVersion: 1 },
  text: 'Lovely!',
  facets: [],
  isModerator: false,
  createdAt: at(1),
}
const context = { member: dora, isVisible: true, isStored: false }

describe('planComment', () => {
  it('counts the comment, increments the rev, and creates an event with the post after it', () => {
    const plan = planComment(post, comment, context)
    const { _id, text, createdAt } = comment
    expect(plan.comment).toMatchObject({ _id, text, createdAt, user: { _id: dora._id, isVerified: true } })
    expect(plan.change?.post).toMatchObject({ rev: 8, commentsCount: 1, likesCount: 1, likes: [dora._id] })
    expect(plan.change?.event).toMatchObject({
      id: comment.eventId,
      type: 'post.commented',
      subject: POST_ID,
      data: {
        authorId: author._id,
        actor: comment.by,
        commentId: _id,
        rev: 8,
        view: { commentsCount: 1, comments: [{ _id, user: { _id: dora._id, profileVersion: 4 } }] },
      },
    })
  })

  it('changes nothing if the comment is stored already', () => {
    const plan = planComment(post, comment, { ...context, isStored: true })
    expect(plan).toMatchObject({ comment: { _id: comment._id }, change: undefined })
  })

  it.each([
    ['an unknown post', 'post_not_found', undefined, context],
    ['a post that the member may not see', 'post_not_found', post, { ...context, isVisible: false }],
    ['a stored comment on such a post', 'post_not_found', post, { ...context, isVisible: false, isStored: true }],
    ['a deactivated member', 'forbidden', post, { ...context, member: createMember('deactivated') }],
    ['an erased member, whatever the post is', 'forbidden', undefined, { ...context, member: createMember('erased') }],
    ['a member who is not known', 'forbidden', post, { ...context, member: undefined }],
  ])('refuses %s with %s', (_, code, stored, refused) => {
    expect(() => planComment(stored, comment, refused)).toThrow(expect.objectContaining({ code }))
  })
})

describe('addNewestComment', () => {
  it('keeps as many as a view shows, oldest first by time and then by id', () => {
    const made = [3, 1, 2, 2].map((second, index) => ({ _id: `${index}`, createdAt: at(second) }))
    const newest = made.reduce<typeof made>((before, one) => addNewestComment(before, one), [])
    expect(MAX_POST_COMMENTS_IN_VIEW).toBe(3)
    expect(newest.map(({ _id }) => _id)).toEqual(['2', '3', '0'])
  })
})

import { expect, it } from '@jest/globals'
import { commentPlan } from '../outbox-plans.ts'
import { aComment } from '../testing/fixtures.ts'
import { deleteCommentAction, editCommentAction } from './changed-comment-actions.ts'

it('holds a deletion, for which new comments on the post do not wait, but which waits for an edit of the comment', () => {
  const comment = aComment()
  const deletion = deleteCommentAction.plan({ postId: 'p', commentId: comment._id, comment }, 'e1')
  expect(deletion.holdMs).toBe(5_000)
  expect(deletion.lane).not.toBe(commentPlan.plan({ post: 'p', text: 'Better' }, 'e2').lane)
  expect(deletion.lane).toBe(editCommentAction.plan({ postId: 'p', comment, text: 'Better' }, 'e3').lane)
})

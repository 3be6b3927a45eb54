import type { OutboxReference } from '@meadow/web/outbox-engine'
import type { OutboxKindPlan } from './outbox-kind-plan.ts'

/** The id of a post, or the entry that publishes it. */
export type CommentedPost = string | Extract<OutboxReference, { fromEntry: string }>

export type CommentActionData = { post: CommentedPost; text: string }

/** Comments on a post, which may still wait itself. */
export const commentPlan: OutboxKindPlan<CommentActionData> = {
  name: 'comment',
  toEntry: ({ post, text }, id) => ({
    lane: `post ${typeof post === 'string' ? post : post.fromEntry}`,
    requests: [{ call: 'POST /posts/:id/comments', params: { id: post }, body: { text }, key: id }],
  }),
}

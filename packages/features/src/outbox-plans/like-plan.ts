import type { OutboxKindPlan } from './outbox-kind-plan.ts'

export type LikeActionData = { postId: string; isLiked: boolean }

/** Likes or unlikes a post. The later click on a post replaces the earlier one. */
export const likePlan: OutboxKindPlan<LikeActionData> = {
  name: 'like',
  toEntry: ({ postId, isLiked }) => ({
    lane: `post ${postId}`,
    replaceKey: `like ${postId}`,
    requests: [{ call: 'POST /posts/:id/like', params: { id: postId }, body: { state: isLiked } }],
  }),
}

import type { CommunityTexts } from '../texts/read-texts.ts'
import { type PlannedConversation, planConversations } from './conversations.ts'
import { type PlannedFollow, planFollows } from './follows.ts'
import type { PlannedMember } from './member.ts'
import { likeComments, type PlannedPost, planPosts } from './posts.ts'
import { createRandom } from './random.ts'
import { type PlannedShare, planShares } from './shares.ts'

/** All that happens in the community, each with its time. Posts and conversations are sorted, the oldest first. */
export type Plan = {
  members: PlannedMember[]
  follows: PlannedFollow[]
  posts: PlannedPost[]
  shares: PlannedShare[]
  conversations: PlannedConversation[]
}

const MONTH_MS = 30.4 * 86_400_000

/** Plans the community until `now`. Pure: the same texts, time and seed give the same plan. */
export function createPlan(texts: CommunityTexts, now: Date, seed: number): Plan {
  const random = createRandom(seed)
  const members = texts.members.map((member) => ({
    ...member,
    joinedAt: new Date(now.getTime() - (member.joined + random.next()) * MONTH_MS),
  }))
  const { conversations, shares } = texts
  const follows = planFollows({ members, posts: texts.posts.flat(), conversations, now, random })
  const posts = planPosts({ members, themes: texts.posts, follows, now, random })
  return {
    members,
    follows,
    conversations: planConversations({ conversations, now, random }),
    posts: likeComments(posts, members, now, random),
    shares: planShares(shares, posts, now),
  }
}

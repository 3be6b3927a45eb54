import type { PlannedConversation } from './conversations.ts'
import { isDemoAccount } from './member.ts'
import type { Plan } from './plan.ts'
import type { PlannedPost } from './posts.ts'

const FIRST_MEMBERS = 8
const FIRST_POSTS = 40
const FIRST_CONVERSATIONS = 6

/**
 * Splits a plan in two: a small community that is complete in itself, with which the product can open, and the rest.
 * The first stage has the demo accounts and those with whom they last wrote, their newest posts and conversations. The rest
 * names all members, who sign in again, and all posts, with the reactions that are missing.
 */
export function splitPlan(plan: Plan): { first: Plan; rest: Plan } {
  const names = chooseMembers(plan)
  const isFirst = ({ by }: { by: string }) => names.has(by)
  const isAmongFirst = ({ between }: PlannedConversation) => between.every((name) => names.has(name))

  const firstPosts = new Set(plan.posts.filter(isFirst).slice(-FIRST_POSTS))
  const firstConversations = new Set(newestFirst(plan.conversations).filter(isAmongFirst).slice(0, FIRST_CONVERSATIONS))
  const firstFollows = new Set(plan.follows.filter(({ from, to }) => names.has(from) && names.has(to)))
  return {
    first: {
      members: plan.members.filter(({ username }) => names.has(username)),
      follows: [...firstFollows],
      posts: [...firstPosts].map((post) => ({ ...post, ...splitReactions(post, isFirst).first })),
      shares: [],
      conversations: plan.conversations.filter((one) => firstConversations.has(one)),
    },
    rest: {
      members: plan.members,
      follows: plan.follows.filter((follow) => !firstFollows.has(follow)),
      posts: plan.posts.map((post) => {
        if (!firstPosts.has(post)) return post
        return { ...post, edit: undefined, ...splitReactions(post, isFirst).rest }
      }),
      shares: plan.shares,
      conversations: plan.conversations.filter((one) => !firstConversations.has(one)),
    },
  }
}

type Reactions = Pick<PlannedPost, 'comments' | 'likes'>

/**
 * Splits the reactions to a post. An answer is in the same stage as its comment or a later one. Only first members like comments of the
 * first stage: the others' likes of them are left out.
 */
function splitReactions(
  { comments, likes }: PlannedPost,
  isFirst: (one: { by: string }) => boolean,
): { first: Reactions; rest: Reactions } {
  const first = new Set<string>()
  for (const comment of comments)
    if (isFirst(comment) && (comment.repliesTo === undefined || first.has(comment.repliesTo))) first.add(comment.id)
  return {
    first: {
      comments: comments.filter(({ id }) => first.has(id)).map((one) => ({ ...one, likes: one.likes.filter(isFirst) })),
      likes: likes.filter(isFirst),
    },
    rest: {
      comments: comments.filter(({ id }) => !first.has(id)),
      likes: likes.filter((one) => !isFirst(one)),
    },
  }
}

/** Chooses the demo accounts and, beside them, the members to whom they last wrote. */
function chooseMembers({ members, conversations }: Plan): Set<string> {
  const names = new Set(members.filter(isDemoAccount).map(({ username }) => username))
  const demo = new Set(members.filter((member) => member.demo).map(({ username }) => username))
  for (const { between } of newestFirst(conversations)) {
    if (!between.some((name) => demo.has(name))) continue
    for (const name of between) if (names.size < FIRST_MEMBERS) names.add(name)
  }
  return names
}

const newestFirst = (conversations: readonly PlannedConversation[]) =>
  conversations.toSorted((a, b) => Number(b.messages.at(-1)?.at) - Number(a.messages.at(-1)?.at))

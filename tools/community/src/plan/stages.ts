import type { PlannedConversation } from './conversations.ts'
import { isDemoAccount } from './member.ts'
import type { Plan } from './plan.ts'

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
      posts: [...firstPosts].map((post) => ({
        ...post,
        comments: post.comments.filter(isFirst),
        likes: post.likes.filter(isFirst),
      })),
      conversations: plan.conversations.filter((one) => firstConversations.has(one)),
    },
    rest: {
      members: plan.members,
      follows: plan.follows.filter((follow) => !firstFollows.has(follow)),
      posts: plan.posts.map((post) => {
        if (!firstPosts.has(post)) return post
        const isLeft = (reaction: { by: string }) => !isFirst(reaction)
        return { ...post, comments: post.comments.filter(isLeft), likes: post.likes.filter(isLeft) }
      }),
      conversations: plan.conversations.filter((one) => !firstConversations.has(one)),
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

import { calls } from '@meadow/contracts'
import type { PlannedMember } from '../plan/member.ts'
import type { Plan } from '../plan/plan.ts'
import { type FillContext, forEachConcurrently, getMember } from './context.ts'
import { holdConversations } from './conversations.ts'
import { registerMembers } from './members.ts'
import { isModerated } from './moderation.ts'
import { publishPosts, sharePosts } from './posts.ts'

const MAX_CONCURRENCY = 6
const HOUR_MS = 3_600_000
/** Members last looked at their notifications this long ago. */
const LAST_LOOK_MS = { demoAccount: 7 * HOUR_MS, other: HOUR_MS / 2 }

type FillOptions = {
  /** Names the journal entries of this plan. */
  stage: string
  /** Waits until all services have handled all events. */
  deliverAll: () => Promise<void>
}

/** Carries out a plan by the calls that browsers make. What the journal has is not done again. */
export async function fillCommunity(context: FillContext, plan: Plan, options: FillOptions): Promise<void> {
  const { stage, deliverAll } = options
  await registerMembers(context, plan.members)
  if (!isModerated(context)) await followMembers(context, plan) // a block has ended follows
  await deliverAll() // chat must know who follows back before anyone writes
  await publishPosts(context, plan.posts, stage)
  await sharePosts(context, plan.shares)
  await holdConversations(context, plan.conversations)
  await deliverAll()
}

async function followMembers(context: FillContext, { follows }: Plan): Promise<void> {
  await forEachConcurrently(MAX_CONCURRENCY, follows, async ({ from, to, at }) => {
    const params = { id: getMember(context, to)._id }
    await context.call(calls.follow, { token: getMember(context, from).token, at, params, body: { state: true } })
  })
}

/** Marks the notifications as read that are older than the members' last look at them. */
export async function readNotifications(
  context: FillContext,
  members: readonly PlannedMember[],
  now: Date,
): Promise<void> {
  await forEachConcurrently(MAX_CONCURRENCY, members, async ({ username, demo }) => {
    const at = new Date(now.getTime() - (demo ? LAST_LOOK_MS.demoAccount : LAST_LOOK_MS.other))
    const { token } = getMember(context, username)
    await context.call(calls.readAllNotifications, { token, at, body: { before: at.toISOString() } })
  })
}

/** Ends the sessions of all members. */
export async function signOutMembers({ call, members }: FillContext): Promise<void> {
  await forEachConcurrently(MAX_CONCURRENCY, [...members.values()], async ({ token }) => {
    await call(calls.logout, { token, at: new Date() })
  })
}

import { type CallResponse, calls } from '@meadow/contracts'
import type { Plan } from '../plan/plan.ts'
import { CallError } from '../service-calls.ts'
import { type FillContext, getMember } from './context.ts'

const HOUR_MS = 3_600_000
const DONE = 'moderation'

/** The two posts that break the rules: moderators have removed the first, and the second waits for them. */
const ADVERTISEMENTS = [
  {
    text: 'Half-price phone cases, today only! Send me a message and I will send you the link. First come, first served.',
    reporter: 'kofi',
    reason: 'The third one this week, and they write to people in my comments, too.',
    hoursAgo: 30,
  },
  {
    text: 'LAST CHANCE for phone cases!!! Whoever shares this post gets a second one for nothing. Link by message.',
    reporter: 'priya',
    reason: 'This account was told once already.',
    hoursAgo: 6,
  },
] as const
const RULE = 'No advertising'

/** The members of what moderators see and do, by username. */
type ModerationPlan = { advertiser: string; block: { by: string; whom: string }; mute: { by: string; whom: string } }

/**
 * Plans a block and a mute of demo accounts, each of a member to whom they have never written, and, as far as there is one, who does
 * not follow them either. The advertiser is the one who is blocked.
 */
export function planModeration({ members, follows, conversations }: Plan): ModerationPlan {
  const hasWritten = (one: string, other: string) =>
    conversations.some(({ between }) => between.includes(one) && between.includes(other))
  const countFollows = (one: string, other: string) =>
    follows.filter(({ from, to }) => (from === one && to === other) || (from === other && to === one)).length
  const findStranger = (by: string, taken: readonly string[] = []) => {
    const strangers = members.filter(
      ({ username, demo, role }) =>
        username !== by && !demo && role === 'member' && !taken.includes(username) && !hasWritten(by, username),
    )
    const [first] = strangers.toSorted((a, b) => countFollows(by, a.username) - countFollows(by, b.username))
    if (!first) throw new Error(`${by} has written to everybody`)
    return first.username
  }
  const advertiser = findStranger('mara')
  return {
    advertiser,
    block: { by: 'mara', whom: advertiser },
    mute: { by: 'mara', whom: findStranger('mara', [advertiser]) },
  }
}

/** Returns true if the blocks and reports of the community have been created. */
export const isModerated = ({ journal }: Pick<FillContext, 'journal'>): boolean => journal.get(DONE) !== undefined

type ModerationOptions = { now: Date; deliverAll: () => Promise<void> }

/** Publishes what breaks the rules, reports it, decides on one of the reports, and blocks and mutes. */
export async function moderateCommunity(
  context: FillContext,
  plan: Plan,
  { now, deliverAll }: ModerationOptions,
): Promise<void> {
  if (isModerated(context)) return
  context.reportProgress('reports')
  const { advertiser, block, mute } = planModeration(plan)
  const toTime = (hoursAgo: number) => new Date(now.getTime() - hoursAgo * HOUR_MS)
  const reports: string[] = []
  for (const advertisement of ADVERTISEMENTS)
    reports.push(await reportAdvertisement(context, advertiser, advertisement, toTime))
  await deliverAll() // moderators decide by the evidence, which posts gives
  const moderator = plan.members.find(({ role }) => role === 'moderator')
  if (moderator && reports[0]) await removeReported(context, moderator.username, reports[0], toTime(5))
  const { call } = context
  const { token } = getMember(context, block.by)
  const whom = (username: string) => ({ id: getMember(context, username)._id })
  await call(calls.block, { token, at: toTime(4), params: whom(block.whom), body: { state: true } })
  await call(calls.mute, { token, at: toTime(3), params: whom(mute.whom), body: { state: true, until: null } })
  await deliverAll()
  context.journal.set(DONE, 'done')
}

/** Publishes an advertisement and reports it. Returns the id of the report. */
async function reportAdvertisement(
  { call, members }: FillContext,
  advertiser: string,
  { text, reporter, reason, hoursAgo }: (typeof ADVERTISEMENTS)[number],
  toTime: (hoursAgo: number) => Date,
): Promise<string> {
  const post: CallResponse<typeof calls.createPost> = await call(calls.createPost, {
    token: getMember({ members }, advertiser).token,
    at: toTime(hoursAgo),
    clientKey: `advertisement to ${reporter}`,
    body: { content: text },
  })
  const { report } = await call(calls.fileReport, {
    token: getMember({ members }, reporter).token,
    at: toTime(hoursAgo - 1),
    clientKey: `report by ${reporter}`,
    body: { kind: 'post', id: post._id, category: 'spam', text: reason },
  })
  return report._id
}

/** Removes the post of a report. Does nothing if that was done before an interruption. */
async function removeReported({ call, members }: FillContext, by: string, id: string, at: Date): Promise<void> {
  const { token } = getMember({ members }, by)
  const body = { decision: 'remove', rule: RULE, note: 'Told once before.' } as const
  try {
    await call(calls.decideReport, { token, at, params: { id }, body })
  } catch (error) {
    if (!(error instanceof CallError && error.code === 'report_closed')) throw error
  }
}

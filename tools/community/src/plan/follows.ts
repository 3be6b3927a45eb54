import type { ConversationText } from '../texts/conversations.ts'
import type { PostText } from '../texts/posts.ts'
import type { PlannedMember } from './member.ts'
import type { Random } from './random.ts'

export type PlannedFollow = { from: string; to: string; at: Date }

type FollowPlanInput = {
  members: PlannedMember[]
  posts: PostText[]
  conversations: ConversationText[]
  now: Date
  random: Random
}

const DAY_MS = 86_400_000
const HOUR_MS = 3_600_000
/** Members who write to each other have followed each other for at least this long: older than any message. */
const MUTUAL_FOR_MS = 45 * DAY_MS
const MIN_FOLLOWS = 4
const MAX_FOLLOWS = 24
/** The exponent of the power law by which popularity falls with the rank. */
const POPULARITY_EXPONENT = 1.5
/** The number of followers of each demo account who came in the last hours. */
const RECENT_FOLLOWERS = 4

/** Plans who follows whom: conversation partners each other, whoever has a message request not its sender, most commenters the author, and the rest by popularity. */
export function planFollows({ members, posts, conversations, now, random }: FollowPlanInput): PlannedFollow[] {
  const follows = new Map<string, PlannedFollow>()
  const memberByName = new Map(members.map((member) => [member.username, member]))
  const bothJoinedAt = (...usernames: string[]) =>
    Math.max(...usernames.map((name) => memberByName.get(name)?.joinedAt.getTime() ?? now.getTime()))
  const strangers = new Set(conversations.filter(({ isRequest }) => isRequest).map(({ between }) => between.join(' ')))
  const add = (from: string, to: string, untilMs: number) => {
    const key = `${from} ${to}`
    if (from === to || follows.has(key) || strangers.has(key)) return
    const sinceMs = bothJoinedAt(from, to)
    follows.set(key, { from, to, at: new Date(random.between(sinceMs, Math.max(sinceMs + HOUR_MS, untilMs))) })
  }

  for (const { between, isRequest } of conversations) {
    const [one, other] = between
    if (isRequest) continue
    add(one, other, now.getTime() - MUTUAL_FOR_MS)
    add(other, one, now.getTime() - MUTUAL_FOR_MS)
  }
  for (const { by, comments } of posts)
    for (const comment of comments) if (random.next() < 0.7) add(comment.by, by, now.getTime() - DAY_MS)

  const popularity = computePopularity(members, posts)
  for (const { username: from, demo } of members) {
    const wanted = demo ? MAX_FOLLOWS : Math.max(MIN_FOLLOWS, Math.min(MAX_FOLLOWS, Math.round(random.exponential(9))))
    const others = members.filter(({ username }) => username !== from && !follows.has(`${from} ${username}`))
    const already = members.length - 1 - others.length
    const weightOf = ({ username }: PlannedMember) => popularity.get(username) ?? 0
    const picked = random.pickWeighted(others, weightOf, Math.max(0, wanted - already))
    for (const { username } of picked) add(from, username, now.getTime() - DAY_MS)
  }
  return makeLatestRecent([...follows.values()], members, now, random).sort((a, b) => a.at.getTime() - b.at.getTime())
}

/** Ranks members by the attention that they get, demo accounts first, and weighs the ranks by a power law. */
function computePopularity(members: readonly PlannedMember[], posts: readonly PostText[]): Map<string, number> {
  const attention = (name: string) =>
    posts.filter(({ by }) => by === name).reduce((sum, { comments }) => sum + 1 + comments.length, 0)
  const ranked = members.toSorted(
    (a, b) => Number(b.demo) - Number(a.demo) || attention(b.username) - attention(a.username),
  )
  return new Map(ranked.map(({ username }, rank) => [username, (rank + 2) ** -POPULARITY_EXPONENT]))
}

/** Moves the latest followers of the demo accounts into the last hours, so that there is something new to see. */
function makeLatestRecent(
  follows: PlannedFollow[],
  members: readonly PlannedMember[],
  now: Date,
  random: Random,
): PlannedFollow[] {
  const recent = new Set<PlannedFollow>()
  for (const { username } of members.filter(({ demo }) => demo)) {
    const notFollowedBack = follows.filter(
      ({ from, to }) => to === username && !follows.some((back) => back.from === username && back.to === from),
    )
    for (const follow of notFollowedBack.slice(-RECENT_FOLLOWERS)) recent.add(follow)
  }
  return follows.map((follow) =>
    recent.has(follow)
      ? { ...follow, at: new Date(now.getTime() - HOUR_MS / 3 - random.exponential(9 * HOUR_MS)) }
      : follow,
  )
}

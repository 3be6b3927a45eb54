import type { PostText } from '../texts/posts.ts'
import type { TalkText } from '../texts/talks.ts'
import type { Chance } from './chance.ts'
import type { Member } from './member.ts'

export type Follow = { from: string; to: string; at: Date }

type Parts = { members: Member[]; posts: PostText[]; talks: TalkText[]; now: Date; chance: Chance }

const DAY = 86_400_000
const HOUR = 3_600_000
/** Nobody has written to anybody whom they followed later. */
const FRIENDS_FOR = 45 * DAY
const FEWEST = 4
const MOST = 24
/** How steeply fame falls with the rank. */
const FAME_FALLS = 1.5
/** So many of the newest followers of a demo account came in the last days. */
const NEW_FOLLOWERS = 4

/** Who follows whom: those who talk each other, who comments the author, and beyond that the well known are followed most. */
export function planFollows({ members, posts, talks, now, chance }: Parts): Follow[] {
  const pairs = new Map<string, Follow>()
  const memberOf = new Map(members.map((member) => [member.username, member]))
  const sinceOf = (one: string, other: string) =>
    Math.max(...[one, other].map((name) => memberOf.get(name)?.joinedAt.getTime() ?? now.getTime()))
  const add = (from: string, to: string, until: number) => {
    const key = `${from} ${to}`
    if (from === to || pairs.has(key)) return
    const since = sinceOf(from, to)
    pairs.set(key, { from, to, at: new Date(chance.between(since, Math.max(since + HOUR, until))) })
  }

  for (const { between } of talks) {
    const [one, other] = between
    add(one, other, now.getTime() - FRIENDS_FOR)
    add(other, one, now.getTime() - FRIENDS_FOR)
  }
  for (const { by, comments } of posts)
    for (const comment of comments) if (chance.random() < 0.7) add(comment.by, by, now.getTime() - DAY)

  const fame = fameOf(members, posts)
  for (const { username: from, demo } of members) {
    const wanted = demo ? MOST : Math.max(FEWEST, Math.min(MOST, Math.round(chance.rarely(9))))
    const others = members.filter(({ username }) => username !== from && !pairs.has(`${from} ${username}`))
    const known = members.length - 1 - others.length
    const chosen = chance.weighted(others, ({ username }) => fame.get(username) ?? 0, Math.max(0, wanted - known))
    for (const { username } of chosen) add(from, username, now.getTime() - DAY)
  }
  return hurryNewest([...pairs.values()], members, now, chance).sort((a, b) => a.at.getTime() - b.at.getTime())
}

/** How well somebody is known: a few by nearly all, most by some. */
function fameOf(members: readonly Member[], posts: readonly PostText[]): Map<string, number> {
  const heard = (name: string) =>
    posts.filter(({ by }) => by === name).reduce((sum, { comments }) => sum + 1 + comments.length, 0)
  const ranked = members.toSorted((a, b) => Number(b.demo) - Number(a.demo) || heard(b.username) - heard(a.username))
  return new Map(ranked.map(({ username }, rank) => [username, (rank + 2) ** -FAME_FALLS]))
}

/** The last followers of the demo accounts came in these days, so that there is something new to see. */
function hurryNewest(follows: Follow[], members: readonly Member[], now: Date, chance: Chance): Follow[] {
  const recent = new Set<Follow>()
  for (const { username } of members.filter(({ demo }) => demo)) {
    const oneSided = follows.filter(
      ({ from, to }) => to === username && !follows.some((back) => back.from === username && back.to === from),
    )
    for (const follow of oneSided.slice(-NEW_FOLLOWERS)) recent.add(follow)
  }
  return follows.map((follow) =>
    recent.has(follow) ? { ...follow, at: new Date(now.getTime() - HOUR / 3 - chance.rarely(9 * HOUR)) } : follow,
  )
}

import type { Drawn, PostText } from '../texts/posts.ts'
import type { Chance } from './chance.ts'
import type { Follow } from './follows.ts'
import type { Member } from './member.ts'

type Comment = { by: string; text: string; at: Date }
type Like = { by: string; at: Date }

export type PlannedPost = {
  by: string
  content: string
  picture: Drawn | undefined
  at: Date
  comments: Comment[]
  likes: Like[]
}

type Parts = { members: Member[]; posts: PostText[][]; follows: Follow[]; now: Date; chance: Chance }

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR
const OLDEST = 38 * DAY
const NEWEST = 4 * MINUTE
/** What one sees of the posts at first. */
const FIRST = 2

/** When the posts were published, and who liked and commented on them when. The oldest first. */
export function planPosts({ members, posts, follows, now, chance }: Parts): PlannedPost[] {
  const warmth = new Map(members.map(({ username }) => [username, chance.between(0.25, 1)]))
  return datePosts(posts, now, chance)
    .map(({ post, at }) => {
      const { by, content, picture, comments } = post
      const followers = new Set(follows.filter(({ to, at: since }) => to === by && since < at).map(({ from }) => from))
      const weightOf = ({ username }: Member) =>
        username === by ? 0 : (warmth.get(username) ?? 0) * (followers.has(username) ? 1 : 0.06)
      const room = now.getTime() - at.getTime()
      const count = likesFor({ followers: followers.size, comments: comments.length, room }, chance)
      const likers = chance.weighted(members, weightOf, count)
      return {
        ...{ by, content, picture, at },
        comments: dateComments(comments, at, room, chance),
        likes: likers.map(({ username }) => ({ by: username, at: likedAt(at, room, chance) })).sort(byTime),
      }
    })
    .sort(byTime)
}

const byTime = (a: { at: Date }, b: { at: Date }) => a.at.getTime() - b.at.getTime()

type Dated = { post: PostText; at: Date }

/** More of them in the last days than before; those of one theme in the order in which they are written. */
function datePosts(themes: readonly PostText[][], now: Date, chance: Chance): Dated[] {
  const count = themes.flat().length
  const turns = chance.shuffled(themes.flatMap((posts, theme) => posts.map(() => theme)))
  const ages = themes.map((_, theme) =>
    turns
      .map((turn, index) => ({ turn, age: NEWEST + OLDEST * ((index + chance.random() * 0.6) / count) ** 1.6 }))
      .filter(({ turn }) => turn === theme)
      .map(({ age }) => age),
  )
  const dated = themes.flatMap((posts, theme) => {
    let before = now
    return posts.map((post) => {
      const age = ages[theme]?.pop() ?? OLDEST
      const at =
        post.after === undefined
          ? atHour(new Date(now.getTime() - age), post.hour, now, chance)
          : new Date(Math.min(before.getTime() + post.after * HOUR, now.getTime() - NEWEST))
      before = at
      return { post, at }
    })
  })
  return beginWithPicture(dated, themes)
}

/** Where the newest posts are words alone, one of them changes its place in time with the newest that has a picture. */
function beginWithPicture(dated: Dated[], themes: readonly PostText[][]): Dated[] {
  const told = new Set(themes.flatMap((posts) => posts.filter((_, i) => posts[i + 1]?.after !== undefined)))
  const isFree = ({ post }: Dated) => post.hour === undefined && post.after === undefined && !told.has(post)
  const newest = dated.toSorted((a, b) => byTime(b, a))
  const first = newest.slice(0, FIRST)
  const words = first.find(isFree)
  const pictured = newest.find((one) => one.post.picture && isFree(one))
  if (!words || !pictured || first.some(({ post }) => post.picture)) return dated
  const placeOf = new Map([
    [words, pictured.at],
    [pictured, words.at],
  ])
  return dated.map((one) => ({ ...one, at: placeOf.get(one) ?? one.at }))
}

/** The moment, moved to the hour of that day; a day earlier when that is still to come. */
function atHour(moment: Date, hour: number | undefined, now: Date, chance: Chance): Date {
  if (hour === undefined) return moment
  const moved = new Date(moment)
  moved.setHours(hour, Math.floor(chance.between(0, 60)), Math.floor(chance.between(0, 60)))
  return moved.getTime() < now.getTime() - NEWEST ? moved : new Date(moved.getTime() - DAY)
}

function likesFor(
  { followers, comments, room }: { followers: number; comments: number; room: number },
  chance: Chance,
): number {
  const appeal = 0.12 + chance.rarely(0.22) + comments * 0.05
  const ripe = Math.min(1, Math.sqrt(room / (8 * HOUR)))
  return Math.round(Math.min(0.9, appeal) * (followers + 3) * ripe)
}

function likedAt(at: Date, room: number, chance: Chance): Date {
  const later = chance.rarely(5 * HOUR)
  return new Date(at.getTime() + (later < room - MINUTE ? later : chance.between(0.1, 0.9) * room))
}

/** One after the other within hours, or within what time there was. */
function dateComments(comments: PostText['comments'], at: Date, room: number, chance: Chance): Comment[] {
  const pauses = comments.map(() => 3 * MINUTE + chance.rarely(70 * MINUTE))
  const whole = pauses.reduce((sum, pause) => sum + pause, 0)
  const pace = Math.min(1, (room * 0.9) / whole)
  let passed = 0
  return comments.map((comment, i) => {
    passed += (pauses[i] ?? 0) * pace
    return { ...comment, at: new Date(at.getTime() + passed) }
  })
}

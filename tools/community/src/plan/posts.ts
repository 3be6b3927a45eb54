import type { PictureText, VideoText } from '../texts/blocks.ts'
import type { PostText } from '../texts/posts.ts'
import type { PlannedFollow } from './follows.ts'
import type { PlannedMember } from './member.ts'
import type { Random } from './random.ts'

/** `id` is the same for the same texts. */
export type PlannedComment = {
  id: string
  by: string
  text: string
  at: Date
  /** The id of the comment that it answers. */
  repliesTo?: string
  likes: PlannedLike[]
}
export type PlannedLike = { by: string; at: Date }

/** `id` is the same for the same texts. */
export type PlannedPost = {
  id: string
  by: string
  content: string
  /** The text before the author edited the post, and the time of the edit. */
  edit: { firstContent: string; at: Date } | undefined
  picture: PictureText | undefined
  video: VideoText | undefined
  at: Date
  comments: PlannedComment[]
  likes: PlannedLike[]
}

type PostPlanInput = {
  members: PlannedMember[]
  themes: PostText[][]
  follows: PlannedFollow[]
  now: Date
  random: Random
}

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
const DAY_MS = 24 * HOUR_MS
const OLDEST_MS = 38 * DAY_MS
const NEWEST_MS = 4 * MINUTE_MS
/** The number of posts that are visible without scrolling. */
const POSTS_ABOVE_THE_FOLD = 2

/** Plans when the posts were published, and who liked and commented on them when. The oldest first. */
export function planPosts({ members, themes, follows, now, random }: PostPlanInput): PlannedPost[] {
  const activity = new Map(members.map(({ username }) => [username, random.between(0.25, 1)]))
  return datePosts(themes, now, random)
    .map(({ id, post, at }) => {
      const { by, content, firstContent, picture, video, comments } = post
      const followers = new Set(follows.filter(({ to, at: since }) => to === by && since < at).map(({ from }) => from))
      const weightOf = ({ username }: PlannedMember) =>
        username === by ? 0 : (activity.get(username) ?? 0) * (followers.has(username) ? 1 : 0.06)
      const ageMs = now.getTime() - at.getTime()
      const likeCount = countLikes({ followers: followers.size, comments: comments.length, ageMs }, random)
      const likers = random.pickWeighted(members, weightOf, likeCount)
      return {
        id,
        by,
        content,
        edit: firstContent === undefined ? undefined : { firstContent, at: new Date(at.getTime() + ageMs / 8) },
        picture,
        video,
        at,
        comments: dateComments(id, post, at, ageMs, random),
        likes: likers.map(({ username }) => ({ by: username, at: dateLike(at, ageMs, random) })).sort(byTime),
      }
    })
    .sort(byTime)
}

const byTime = (a: { at: Date }, b: { at: Date }) => a.at.getTime() - b.at.getTime()

type DatedPost = { id: string; post: PostText; at: Date }

/** Dates more posts in the last days than before; posts of one theme stay in the order in which they are written. */
function datePosts(themes: readonly PostText[][], now: Date, random: Random): DatedPost[] {
  const count = themes.flat().length
  const order = random.shuffle(themes.flatMap((posts, theme) => posts.map(() => theme)))
  const agesByTheme = themes.map((_, theme) =>
    order
      .map((turn, index) => ({ turn, age: NEWEST_MS + OLDEST_MS * ((index + random.next() * 0.6) / count) ** 1.6 }))
      .filter(({ turn }) => turn === theme)
      .map(({ age }) => age),
  )
  const dated = themes.flatMap((posts, theme) => {
    let previousAt = now
    return posts.map((post, index) => {
      const age = agesByTheme[theme]?.pop() ?? OLDEST_MS
      const at =
        post.hoursAfterPrevious === undefined
          ? moveToHour(new Date(now.getTime() - age), post.hour, now, random)
          : new Date(Math.min(previousAt.getTime() + post.hoursAfterPrevious * HOUR_MS, now.getTime() - NEWEST_MS))
      previousAt = at
      return { id: `post ${theme}.${index}`, post, at }
    })
  })
  return putPictureFirst(dated, themes)
}

/** Swaps the times of one of the newest posts and of the newest picture, unless a picture is above the fold already. */
function putPictureFirst(dated: DatedPost[], themes: readonly PostText[][]): DatedPost[] {
  const continued = new Set(
    themes.flatMap((posts) => posts.filter((_, index) => posts[index + 1]?.hoursAfterPrevious !== undefined)),
  )
  const canMove = ({ post }: DatedPost) =>
    post.hour === undefined && post.hoursAfterPrevious === undefined && !continued.has(post)
  const newestFirst = dated.toSorted((a, b) => byTime(b, a))
  const first = newestFirst.slice(0, POSTS_ABOVE_THE_FOLD)
  const textOnly = first.find(canMove)
  const withPicture = newestFirst.find((one) => one.post.picture && canMove(one))
  if (!textOnly || !withPicture || first.some(({ post }) => post.picture)) return dated
  const newTimes = new Map([
    [textOnly, withPicture.at],
    [withPicture, textOnly.at],
  ])
  return dated.map((one) => ({ ...one, at: newTimes.get(one) ?? one.at }))
}

/** Moves a time to the given hour of its day, or of the day before where that hour is still to come. */
function moveToHour(time: Date, hour: number | undefined, now: Date, random: Random): Date {
  if (hour === undefined) return time
  const result = new Date(time)
  result.setHours(hour, Math.floor(random.between(0, 60)), Math.floor(random.between(0, 60)))
  return result.getTime() < now.getTime() - NEWEST_MS ? result : new Date(result.getTime() - DAY_MS)
}

type Reach = { followers: number; comments: number; ageMs: number }

function countLikes({ followers, comments, ageMs }: Reach, random: Random): number {
  const appeal = 0.12 + random.exponential(0.22) + comments * 0.05
  const maturity = Math.min(1, Math.sqrt(ageMs / (8 * HOUR_MS)))
  return Math.round(Math.min(0.9, appeal) * (followers + 3) * maturity)
}

function dateLike(postedAt: Date, ageMs: number, random: Random): Date {
  const delayMs = random.exponential(5 * HOUR_MS)
  return new Date(postedAt.getTime() + (delayMs < ageMs - MINUTE_MS ? delayMs : random.between(0.1, 0.9) * ageMs))
}

/** Dates comments one after the other within hours, or within the time since the post. */
function dateComments(postId: string, post: PostText, postedAt: Date, ageMs: number, random: Random): PlannedComment[] {
  const { comments } = post
  const pausesMs = comments.map(() => 3 * MINUTE_MS + random.exponential(70 * MINUTE_MS))
  const total = pausesMs.reduce((sum, pause) => sum + pause, 0)
  const scale = Math.min(1, (ageMs * 0.9) / total)
  let offsetMs = 0
  const toId = (index: number) => `${postId} comment ${index}`
  return comments.map((comment, index) => {
    offsetMs += (pausesMs[index] ?? 0) * scale
    const answered = findAnswered(post, index)
    return {
      ...comment,
      id: toId(index),
      at: new Date(postedAt.getTime() + offsetMs),
      ...(answered >= 0 && { repliesTo: toId(answered) }),
      likes: [],
    }
  })
}

/** Returns the index of the comment that a comment answers, or -1: of a member whom it names, or the one before it, to the author. */
function findAnswered({ by: author, comments }: PostText, index: number): number {
  const { by, text } = comments[index] ?? { by: '', text: '' }
  const before = comments.slice(0, index)
  if (by === author) return before.length - 1
  return before.findLastIndex((one) => text.includes(`@${one.by}`))
}

/** Adds likes to comments, mostly none or one. */
export const likeComments = (
  posts: PlannedPost[],
  members: PlannedMember[],
  now: Date,
  random: Random,
): PlannedPost[] =>
  posts.map((post) => ({
    ...post,
    comments: post.comments.map((comment) => {
      const weightOf = ({ username, joinedAt }: PlannedMember) =>
        username === comment.by || joinedAt > comment.at ? 0 : username === post.by ? 12 : 1
      const likers = random.pickWeighted(members, weightOf, Math.floor(random.exponential(0.9)))
      const ageMs = now.getTime() - comment.at.getTime()
      return {
        ...comment,
        likes: likers.map(({ username }) => ({ by: username, at: dateLike(comment.at, ageMs, random) })).sort(byTime),
      }
    }),
  }))

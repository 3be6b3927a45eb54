import type { ToldType } from '../notifications/notification.ts'

/** What `from` did that `to` may want to know of. */
export type Act = {
  type: ToldType
  to: string
  from: string
  at: Date
  /** The post it is about. */
  postId: string | null
  /** The comment it was, and how that begins. */
  commentId: string | null
  excerpt: string
}

/** An act that is told; `hidden` while `to` may not see `from`. */
export type Admitted = Act & { hidden: boolean }

/** An unread notification that further acts may join. */
export type Group = { _id: string; postId: string; updatedAt: Date }

/** A notification as acts make or change it. */
export type Gathered = {
  _id: string
  to: string
  type: ToldType
  postId: string | null
  createdAt: Date
  updatedAt: Date
  /** By actor, what they did last. */
  acts: Map<string, Admitted>
}

const JOINED_FOR_MS = 24 * 3_600_000

/**
 * Puts acts of one type, oldest first, into the notifications that tell them: those about one post join the unread one
 * about it whose last change was at most a day before. Pure: ids are given.
 */
export function gather(acts: readonly Admitted[], open: readonly Group[], newId: (at: Date) => string): Gathered[] {
  const joined = new Map<string, Gathered>()
  const last = new Map<string, Pick<Group, '_id' | 'updatedAt'>>(open.map((group) => [group.postId, group]))

  function notificationOf({ to, type, postId, at }: Admitted): Gathered {
    const known = postId === null ? undefined : last.get(postId)
    const joins = known !== undefined && at.getTime() - known.updatedAt.getTime() <= JOINED_FOR_MS
    const _id = joins ? known._id : newId(at)
    const updatedAt = joins && known.updatedAt > at ? known.updatedAt : at
    const before = joined.get(_id) ?? { _id, to, type, postId, createdAt: at, acts: new Map() }
    const now = { ...before, updatedAt }
    joined.set(_id, now)
    if (postId !== null) last.set(postId, now)
    return now
  }

  for (const act of acts) {
    const notification = notificationOf(act)
    const earlier = notification.acts.get(act.from)
    if (!earlier || earlier.at <= act.at) notification.acts.set(act.from, act)
  }
  return [...joined.values()]
}

import type { MemberView, NotificationType, NotificationView } from '@meadow/contracts'

/** What there are events of until now. */
export type ToldType = Extract<NotificationType, 'like' | 'comment' | 'follow'>

/** What several did, as the member who is told sees it. */
export type Notification = {
  _id: string
  memberId: string
  type: ToldType
  /** The newest of them first; never empty. */
  actors: [MemberView, ...MemberView[]]
  actorCount: number
  /** The newest comment that it tells of, and how it begins. */
  commentId: string | null
  excerpt: string
  isRead: boolean
  createdAt: Date
  updatedAt: Date
  post: { _id: string; content: string; image: string } | null
}

const DOINGS: Record<ToldType, (excerpt: string) => string> = {
  like: () => 'liked your post',
  comment: (excerpt) => `commented: “${excerpt}”`,
  follow: () => 'started following you',
}

/** What goes on after the name of the newest actor. */
export function textOf({ type, actorCount, excerpt }: Pick<Notification, 'type' | 'actorCount' | 'excerpt'>): string {
  const others = actorCount - 1
  const doing = DOINGS[type](excerpt)
  if (others === 0) return doing
  return `and ${others} ${others === 1 ? 'other' : 'others'} ${doing}`
}

export function toNotificationView(notification: Notification): NotificationView {
  const { _id, type, actors, actorCount, isRead, createdAt, updatedAt, post, commentId } = notification
  return {
    _id,
    type,
    from: actors[0],
    actors,
    actorCount,
    text: textOf(notification),
    isRead,
    createdAt: createdAt.toISOString(),
    updatedAt: updatedAt.toISOString(),
    post,
    commentId,
  }
}

import type { NotificationType, NotificationView } from '@meadow/contracts/browser'
import type { ApiResponse } from '@meadow/web'

const member = (name: string, last: number) => ({
  _id: `01890000-0000-7000-8000-0000000001${last}0`,
  username: name.toLowerCase(),
  fullName: `${name} Mensah`,
  avatar: '',
  isVerified: false,
  isFollowing: false,
})
export const kofi = member('Kofi', 1)
const TEXT_BY_TYPE: Partial<Record<NotificationView['type'], string>> = {
  like: 'liked your post',
  comment: 'commented: "Lovely!"',
  follow: 'started following you',
  mention: 'mentioned you in a comment',
  share: 'shared your post',
}

/** Builds notification number `minute`; higher is newer. */
export function anAlert(minute: number, overrides: Partial<NotificationView> = {}): NotificationView {
  const { type = 'like' } = overrides
  const time = new Date(Date.UTC(2026, 3, 1, 12, minute)).toISOString()
  return {
    _id: `01890000-0000-7000-8000-00000000${String(minute).padStart(4, '0')}`,
    type,
    from: kofi,
    actors: [kofi],
    actorCount: 1,
    text: TEXT_BY_TYPE[type] ?? '',
    isRead: false,
    createdAt: time,
    updatedAt: time,
    post:
      type === 'follow' ? null : { _id: '01890000-0000-7000-8000-00000000aaaa', content: 'First swallows', image: '' },
    commentId: null,
    ...overrides,
  }
}

type NotificationListResponse = ApiResponse<'GET /posts/notifications'>

/** Builds the server's response for these notifications, newest first. */
export function toAlertListResponse(
  alerts: NotificationView[],
  { after = 0, limit = 5 } = {},
): NotificationListResponse {
  const count = (of: NotificationView[]) => {
    const byType = (type: NotificationType) => of.filter((alert) => alert.type === type).length
    const types = { like: byType('like'), comment: byType('comment'), follow: byType('follow') }
    return { all: of.length, ...types, mention: byType('mention'), share: byType('share') }
  }
  const hasMore = alerts.length > after + limit
  return {
    notifications: alerts.slice(after, after + limit),
    pagination: { hasMore },
    nextCursor: hasMore ? String(after + limit) : null,
    counts: count(alerts),
    unread: count(alerts.filter(({ isRead }) => !isRead)),
  }
}

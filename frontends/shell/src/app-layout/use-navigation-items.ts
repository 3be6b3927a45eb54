import { useLocation, useSession } from '@meadow/web'
import { Bell, House, type LucideIcon, MessageCircle, UserRound, UsersRound } from 'lucide-react'
import { t } from '../texts.ts'
import { useUnreadMessageCount } from '../unread/unread-message-count.ts'
import { useUnseenNotificationCount } from '../unread/unseen-notification-count.ts'

export type NavigationItem = {
  to: string
  label: string
  Icon: LucideIcon
  isActive: boolean
  unreadCount?: number
  /** The unit of `unreadCount`, for screen readers. */
  unreadLabel?: string
}

/** Returns the items of both navigation bars, in their order. The profiles of others belong to no item. */
export function useNavigationItems(): NavigationItem[] {
  const { user } = useSession()
  const { pathname } = useLocation()
  const notificationCount = useUnseenNotificationCount()
  const messageCount = useUnreadMessageCount()
  const isOwnProfile = useIsOwnProfile()
  const isUnder = (...prefixes: string[]) => prefixes.some((prefix) => isPathUnder(pathname, prefix))
  return [
    { to: '/home', label: t('nav.home'), Icon: House, isActive: isUnder('/home') },
    {
      to: '/alert',
      label: t('nav.alerts'),
      Icon: Bell,
      isActive: isUnder('/alert'),
      unreadCount: notificationCount,
      unreadLabel: t('nav.newNotifications', { count: notificationCount }),
    },
    { to: '/friends', label: t('nav.friends'), Icon: UsersRound, isActive: isUnder('/friends') },
    {
      to: '/inbox',
      label: t('nav.inbox'),
      Icon: MessageCircle,
      isActive: isUnder('/inbox', '/chat'),
      unreadCount: messageCount,
      unreadLabel: t('nav.unreadMessages', { count: messageCount }),
    },
    {
      to: user ? `/profile/${user.username}` : '/profile',
      label: t('nav.me'),
      Icon: UserRound,
      isActive: isOwnProfile,
    },
  ]
}

/** Returns true on the pages of the member's own profile. */
export function useIsOwnProfile(): boolean {
  const { user } = useSession()
  const { pathname } = useLocation()
  return pathname === '/profile' || (user !== undefined && isPathUnder(pathname, `/profile/${user.username}`))
}

const isPathUnder = (pathname: string, prefix: string): boolean =>
  pathname === prefix || pathname.startsWith(`${prefix}/`)

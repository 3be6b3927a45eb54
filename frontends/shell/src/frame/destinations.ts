import { useLocation, useSession } from '@meadow/web'
import { Bell, House, type LucideIcon, MessageCircle, UserRound, UsersRound } from 'lucide-react'
import { t } from '../texts.ts'
import { useUnread } from '../unread/use-unread.ts'
import { useUnreadMessages } from '../unread/use-unread-messages.ts'

export type Destination = {
  to: string
  label: string
  Icon: LucideIcon
  isHere: boolean
  /** How much waits there, and what that is. */
  count: number
  waiting: string
}

/** Where the bars lead, in their order, with what waits there. Every profile counts as 'Me'. */
export function useDestinations(): Destination[] {
  const { user } = useSession()
  const { pathname } = useLocation()
  const unread = useUnread()
  const messages = useUnreadMessages()
  const at = (...prefixes: string[]) =>
    prefixes.some((prefix) => pathname === prefix || pathname.startsWith(`${prefix}/`))
  const to = (to: string, label: string, Icon: LucideIcon, isHere: boolean, count = 0, waiting = '') => ({
    to,
    label,
    Icon,
    isHere,
    count,
    waiting,
  })
  return [
    to('/home', t('nav.home'), House, at('/home')),
    to('/alert', t('nav.alerts'), Bell, at('/alert'), unread, t('nav.unread', { count: unread })),
    to('/friends', t('nav.friends'), UsersRound, at('/friends')),
    to(
      '/inbox',
      t('nav.inbox'),
      MessageCircle,
      at('/inbox', '/chat'),
      messages,
      t('nav.unreadMessages', { count: messages }),
    ),
    to(user ? `/profile/${user.username}` : '/profile', t('nav.me'), UserRound, at('/profile')),
  ]
}

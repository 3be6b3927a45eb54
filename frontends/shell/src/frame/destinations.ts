import { useLocation, useSession } from '@meadow/web'
import { Bell, House, type LucideIcon, UserRound, UsersRound } from 'lucide-react'
import { t } from '../texts.ts'
import { useUnread } from '../unread/use-unread.ts'

export type Destination = { to: string; label: string; Icon: LucideIcon; isHere: boolean; count: number }

/** Where the bars lead, in their order, with what waits there. Every profile counts as 'Me'. */
export function useDestinations(): Destination[] {
  const { user } = useSession()
  const { pathname } = useLocation()
  const unread = useUnread()
  const at = (prefix: string) => pathname === prefix || pathname.startsWith(`${prefix}/`)
  return [
    { to: '/home', label: t('nav.home'), Icon: House, isHere: at('/home'), count: 0 },
    { to: '/alert', label: t('nav.alerts'), Icon: Bell, isHere: at('/alert'), count: unread },
    { to: '/friends', label: t('nav.friends'), Icon: UsersRound, isHere: at('/friends'), count: 0 },
    {
      to: user ? `/profile/${user.username}` : '/profile',
      label: t('nav.me'),
      Icon: UserRound,
      isHere: at('/profile'),
      count: 0,
    },
  ]
}

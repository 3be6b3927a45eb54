import { Link } from '@meadow/web'
import { Bell, ChevronRight, Compass, PenLine, UserPen, UserPlus } from 'lucide-react'
import styles from './success.module.css'
import type { SuccessReason } from './success-reason.ts'
import { t } from './texts.ts'

const listTips = (username: string) => ({
  signup: [
    {
      icon: UserPen,
      title: t('success.tipProfile'),
      text: t('success.tipProfileText'),
      to: `/profile/${username}`,
      state: { edit: true },
    },
    {
      icon: PenLine,
      title: t('success.tipPost'),
      text: t('success.tipPostText'),
      to: '/home',
      state: { compose: true },
    },
    { icon: UserPlus, title: t('success.tipFollow'), text: t('success.tipFollowText'), to: '/home' },
  ],
  login: [
    { icon: Bell, title: t('success.tipAlerts'), text: t('success.tipAlertsText'), to: '/alert' },
    { icon: Compass, title: t('success.tipDiscover'), text: t('success.tipDiscoverText'), to: '/home' },
    { icon: UserPlus, title: t('success.tipFriends'), text: t('success.tipFriendsText'), to: '/friends' },
  ],
})

/** Tips for the next step. Each is a link that begins it: it opens the edit dialog, the composer or a page. */
export function SuccessTips({ arrival, username }: { arrival: SuccessReason; username: string }) {
  return (
    <ul className={styles['tips']} aria-label={t('success.tips')}>
      {listTips(username)[arrival].map(({ icon: Icon, title, text, ...link }) => (
        <li key={title}>
          <Link replace {...link}>
            <Icon aria-hidden="true" />
            <div>
              <strong>{title}</strong>
              <p>{text}</p>
            </div>
            <ChevronRight aria-hidden="true" />
          </Link>
        </li>
      ))}
    </ul>
  )
}

import { Bell, Compass, PenLine, UserPen, UserPlus } from 'lucide-react'
import { t } from '../../texts.ts'
import styles from './success.module.css'
import type { SuccessReason } from './success-reason.ts'

const SUCCESS_TIPS = {
  signup: [
    { icon: UserPen, title: t('success.tipProfile'), text: t('success.tipProfileText') },
    { icon: PenLine, title: t('success.tipPost'), text: t('success.tipPostText') },
    { icon: UserPlus, title: t('success.tipFollow'), text: t('success.tipFollowText') },
  ],
  login: [
    { icon: Bell, title: t('success.tipAlerts'), text: t('success.tipAlertsText') },
    { icon: Compass, title: t('success.tipDiscover'), text: t('success.tipDiscoverText') },
    { icon: UserPlus, title: t('success.tipFriends'), text: t('success.tipFriendsText') },
  ],
}

export function SuccessTips({ arrival }: { arrival: SuccessReason }) {
  return (
    <ul className={styles['tips']} aria-label={t('success.tips')}>
      {SUCCESS_TIPS[arrival].map(({ icon: Icon, title, text }) => (
        <li key={title}>
          <Icon aria-hidden="true" />
          <div>
            <strong>{title}</strong>
            <p>{text}</p>
          </div>
        </li>
      ))}
    </ul>
  )
}

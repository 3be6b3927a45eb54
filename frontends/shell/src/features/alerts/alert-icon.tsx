import type { NotificationType } from '@meadow/contracts'
import { joinClassNames } from '@meadow/ui'
import { AtSign, Heart, MessageCircle, Repeat2, UserPlus } from 'lucide-react'
import styles from './alerts.module.css'

const NOTIFICATION_ICONS = { like: Heart, comment: MessageCircle, follow: UserPlus, mention: AtSign, share: Repeat2 }

/** Icon of the notification type, over the corner of the avatar. Decorative. */
export function AlertIcon({ type }: { type: NotificationType }) {
  const Icon = NOTIFICATION_ICONS[type]
  return (
    <span className={joinClassNames(styles['icon'], styles[type])}>
      <Icon aria-hidden="true" />
    </span>
  )
}

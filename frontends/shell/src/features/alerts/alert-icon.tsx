import type { NotificationView } from '@meadow/contracts/browser'
import { joinClassNames } from '@meadow/ui'
import { AtSign, Bell, Heart, type LucideIcon, MessageCircle, Repeat2, UserPlus } from 'lucide-react'
import styles from './alerts.module.css'

const NOTIFICATION_ICONS: Partial<Record<NotificationView['type'], LucideIcon>> = {
  like: Heart,
  comment: MessageCircle,
  follow: UserPlus,
  mention: AtSign,
  share: Repeat2,
}

/** Icon of the notification type, over the corner of the avatar. Decorative. */
export function AlertIcon({ type }: Pick<NotificationView, 'type'>) {
  const Icon = NOTIFICATION_ICONS[type] ?? Bell
  return (
    <span className={joinClassNames(styles['icon'], styles[type])}>
      <Icon aria-hidden="true" />
    </span>
  )
}

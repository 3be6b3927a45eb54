import { Check, CheckCheck, Clock } from 'lucide-react'
import type { ShownMessage } from '../../data/messages/shown-message.ts'
import { formatTimeOfDay } from '../../format/format-time.ts'
import { t } from '../../texts.ts'
import styles from './messages.module.css'

const STATUS_ICONS = { sending: Clock, sent: Check, delivered: CheckCheck, read: CheckCheck }

/** Shows the time of a message and, for an own message, its delivery status. */
export function MessageStatus({ message, isOwn }: { message: ShownMessage; isOwn: boolean }) {
  const at = new Date(message.createdAt)
  const status = message.localState === 'sending' ? 'sending' : message.status
  const Icon = STATUS_ICONS[status]
  return (
    <div className={styles['status']} data-status={isOwn ? status : undefined}>
      {message.edited && <span>{t('message.edited')} · </span>}
      <time dateTime={message.createdAt} title={at.toLocaleString()}>
        {formatTimeOfDay(at)}
      </time>
      {isOwn && (
        <>
          <span> · {t(`message.${status}`)}</span>
          <Icon aria-hidden="true" />
        </>
      )}
    </div>
  )
}

import type { ConversationView } from '@meadow/contracts'
import { MemberName } from '@meadow/features'
import { Avatar, joinClassNames, Time } from '@meadow/ui'
import { Link } from '@meadow/web'
import { t } from '../../texts.ts'
import { previewOf } from '../../words/preview.ts'
import styles from './inbox.module.css'
import { useWidth } from './use-width.ts'

type ConversationRowProps = { conversation: ConversationView; you: string | undefined; isHere: boolean }

/** With whom one talks, what was said last, and what waits there. */
export function ConversationRow({ conversation, you, isHere }: ConversationRowProps) {
  const width = useWidth()
  const { user, lastMessage, unreadCount } = conversation
  const isUnread = unreadCount > 0
  return (
    <li>
      <Link
        to={`/chat/${user.username}`}
        className={joinClassNames(styles['row'], isHere && styles['here'])}
        aria-current={isHere ? 'page' : undefined}
      >
        <Avatar name={user.fullName} src={user.avatar} size={48} online={user.isOnline} />
        <span className={styles['name']}>
          <MemberName member={user} />
          {user.isOnline && <span className="visually-hidden">{t('inbox.isOnline')}</span>}
        </span>
        {lastMessage && <Time className={styles['time']} at={lastMessage.createdAt} />}
        <span className={joinClassNames(styles['preview'], isUnread && styles['unread'])}>
          {previewOf(conversation, you, width)}
        </span>
        {isUnread && (
          <span className={styles['count']}>
            <span aria-hidden="true">{unreadCount > 99 ? '99+' : unreadCount}</span>
            <span className="visually-hidden">{t('inbox.unreadCount', { count: unreadCount })}</span>
          </span>
        )}
      </Link>
    </li>
  )
}

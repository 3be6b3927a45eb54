import type { ConversationView } from '@meadow/contracts/browser'
import { MemberName } from '@meadow/features'
import { Avatar, joinClassNames, Time } from '@meadow/ui'
import { Link } from '@meadow/web'
import { useState, useSyncExternalStore } from 'react'
import { formatConversationPreview } from '../../format/format-preview.ts'
import { t } from '../../texts.ts'
import styles from './inbox.module.css'

/** Marks a conversation that was opened from the inbox: its back link goes back in the history. */
const FROM_INBOX_STATE = { fromInbox: true }

type ConversationRowProps = {
  conversation: ConversationView
  currentUserId: string | undefined
  isOpen: boolean
  isOnlyList: boolean
}

/** A row of the inbox: links to the conversation and shows the other member, the last message and the unread count. */
export function ConversationRow({ conversation, currentUserId, isOpen: isCurrent, isOnlyList }: ConversationRowProps) {
  const windowWidth = useWindowWidth() // decides how many characters of the message are shown
  const { user, lastMessage, unreadCount } = conversation
  const isUnread = unreadCount > 0
  return (
    <li>
      <Link
        to={`/chat/${user.username}`}
        state={isOnlyList ? FROM_INBOX_STATE : undefined}
        className={joinClassNames(styles['row'], isCurrent && styles['current'])}
        aria-current={isCurrent ? 'page' : undefined}
      >
        <Avatar name={user.fullName} src={user.avatar} size={48} online={user.isOnline} />
        <span className={styles['name']}>
          <MemberName member={user} />
          {user.isOnline && <span className="visually-hidden">{t('inbox.isOnline')}</span>}
        </span>
        {lastMessage && <Time className={styles['time']} at={lastMessage.createdAt} />}
        <span className={joinClassNames(styles['preview'], isUnread && styles['unread'])}>
          {formatConversationPreview(conversation, currentUserId, windowWidth)}
        </span>
        <UnreadCount count={unreadCount} />
      </Link>
    </li>
  )
}

const useWindowWidth = (): number => useSyncExternalStore(subscribeToResize, () => window.innerWidth)

function subscribeToResize(listener: () => void): () => void {
  window.addEventListener('resize', listener)
  return () => window.removeEventListener('resize', listener)
}

/** Shows the number of unread messages. It fades when they are read; without motion it is gone at once. */
function UnreadCount({ count }: { count: number }) {
  const [shownCount, setShownCount] = useState(count)
  const isFading = count === 0 && shownCount > 0
  if (count > 0 && count !== shownCount) setShownCount(count)
  if (shownCount === 0) return null
  return (
    <span
      className={joinClassNames(styles['count'], isFading && styles['fading'])}
      onAnimationEnd={() => setShownCount(count)}
    >
      <span aria-hidden="true">{shownCount > 99 ? '99+' : shownCount}</span>
      {!isFading && <span className="visually-hidden">{t('inbox.unreadCount', { count })}</span>}
    </span>
  )
}

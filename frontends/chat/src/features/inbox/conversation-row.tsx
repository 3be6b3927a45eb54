import type { ConversationView } from '@meadow/contracts/browser'
import { MemberName } from '@meadow/features'
import { Avatar, joinClassNames, Menu, Time, useNow } from '@meadow/ui'
import { Link } from '@meadow/web'
import { BellOff, Ellipsis, Pin } from 'lucide-react'
import { type ReactNode, useRef, useState, useSyncExternalStore } from 'react'
import { getMarks, isConversationMuted, toMarkedConversation } from '../../data/conversations/conversation-marks.ts'
import { useMarkConversationRead } from '../../data/conversations/use-mark-read.ts'
import { useMessageDraftText } from '../../data/drafts/use-message-draft.ts'
import { formatConversationPreview, formatDraftPreview } from '../../format/format-preview.ts'
import { useLongPress } from '../../gestures/use-long-press.ts'
import { useMarksMenuItems } from '../../marks/use-marks-menu-items.tsx'
import { t } from '../../texts.ts'
import styles from './inbox.module.css'

/** Marks a conversation that was opened from the inbox: its back link goes back in the history. */
export const FROM_INBOX_STATE = { fromInbox: true }

type ConversationRowProps = {
  conversation: ConversationView
  currentUserId: string | undefined
  isOpen: boolean
  isOnlyList: boolean
}

/** A row of the inbox: links to the conversation and shows the other member, the last message and the unread count. */
export function ConversationRow({ conversation, currentUserId, isOpen: isCurrent, isOnlyList }: ConversationRowProps) {
  const windowWidth = useWindowWidth() // decides how many characters of the message are shown
  const now = useNow()
  const menuButton = useRef<HTMLButtonElement>(null)
  const openMenu = () => menuButton.current?.click()
  const longPress = useLongPress(openMenu)
  const markRead = useMarkConversationRead()
  const { pin, unread, mute, archive, dialog } = useMarksMenuItems(toMarkedConversation(conversation), {
    onRead: () => markRead(conversation),
  })
  const { user, lastMessage, unreadCount } = conversation
  const marks = getMarks(conversation)
  const isMuted = isConversationMuted(marks, now)
  const isUnread = unreadCount > 0 || marks.isUnread
  const [draft] = useMessageDraftText(conversation._id)
  const isDraftShown = draft.trim() !== '' && !isCurrent && unreadCount === 0 && conversation.canSend !== false
  return (
    <li className={styles['item']}>
      <Link
        to={`/chat/${user.username}`}
        state={isOnlyList ? FROM_INBOX_STATE : undefined}
        className={joinClassNames(styles['row'], isCurrent && styles['current'])}
        aria-current={isCurrent ? 'page' : undefined}
        {...longPress}
        onContextMenu={(event) => {
          longPress.onContextMenu(event)
          if (event.defaultPrevented) return
          event.preventDefault()
          openMenu()
        }}
      >
        <Avatar name={user.fullName} src={user.avatar} size={48} online={user.isOnline} />
        <span className={styles['name']}>
          <MemberName member={user} />
          {user.isOnline && <span className="visually-hidden">{t('inbox.isOnline')}</span>}
          {marks.pinnedAt && <Mark icon={<Pin aria-hidden="true" />} text={t('inbox.isPinned')} />}
          {isMuted && <Mark icon={<BellOff aria-hidden="true" />} text={t('inbox.isMuted')} />}
        </span>
        {lastMessage && <Time className={styles['time']} at={lastMessage.createdAt} />}
        <span className={joinClassNames(styles['preview'], isUnread && styles['unread'])}>
          {isDraftShown
            ? formatDraftPreview(draft, windowWidth)
            : formatConversationPreview(conversation, currentUserId, windowWidth)}
        </span>
        <UnreadCount count={unreadCount} isMuted={isMuted} />
        {marks.isUnread && unreadCount === 0 && (
          <span className={styles['dot']}>
            <span className="visually-hidden">{t('inbox.isMarkedUnread')}</span>
          </span>
        )}
      </Link>
      {conversation.request !== 'received' && (
        <div className={styles['menu']}>
          <Menu
            label={t('inbox.menu', { name: user.fullName || user.username })}
            icon={<Ellipsis aria-hidden="true" />}
            size="s"
            items={[pin, unread, mute, archive]}
            buttonRef={menuButton}
          />
        </div>
      )}
      {dialog}
    </li>
  )
}

const useWindowWidth = (): number => useSyncExternalStore(subscribeToResize, () => window.innerWidth)

function subscribeToResize(listener: () => void): () => void {
  window.addEventListener('resize', listener)
  return () => window.removeEventListener('resize', listener)
}

/** A mark of the conversation beside the name, with its meaning for screen readers. */
export const Mark = ({ icon, text }: { icon: ReactNode; text: string }) => (
  <span className={styles['mark']}>
    {icon}
    <span className="visually-hidden">{text}</span>
  </span>
)

/** Shows the number of unread messages, quietly if they are muted. It fades when they are read; without motion it is gone at once. */
export function UnreadCount({ count, isMuted }: { count: number; isMuted: boolean }) {
  const [shownCount, setShownCount] = useState(count)
  const isFading = count === 0 && shownCount > 0
  if (count > 0 && count !== shownCount) setShownCount(count)
  if (shownCount === 0) return null
  return (
    <span
      className={joinClassNames(styles['count'], isMuted && styles['quiet'], isFading && styles['fading'])}
      onAnimationEnd={() => setShownCount(count)}
    >
      <span aria-hidden="true">{shownCount > 99 ? '99+' : shownCount}</span>
      {!isFading && <span className="visually-hidden">{t('inbox.unreadCount', { count })}</span>}
    </span>
  )
}

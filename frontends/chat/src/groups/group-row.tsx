import type { GroupView } from '@meadow/contracts/browser'
import { Button, joinClassNames, Menu, Time, useNow } from '@meadow/ui'
import { describeOutboxRefusal, Link, useOutbox } from '@meadow/web'
import { BellOff, Ellipsis, Pin } from 'lucide-react'
import { useRef } from 'react'
import { isConversationMuted } from '../data/conversations/conversation-marks.ts'
import { useIsOnline } from '../data/use-is-online.ts'
import { FROM_INBOX_STATE, Mark, UnreadCount } from '../features/inbox/conversation-row.tsx'
import styles from '../features/inbox/inbox.module.css'
import { useLongPress } from '../gestures/use-long-press.ts'
import { useMarksMenuItems } from '../marks/use-marks-menu-items.tsx'
import { t as chatText } from '../texts.ts'
import type { useWaitingGroups } from './create-group-action.ts'
import { formatGroupPreview } from './format-group-preview.ts'
import { GroupAvatars, withViewerLast } from './group-avatars.tsx'
import { useMarkWholeGroupRead } from './group-message-actions.ts'
import groupStyles from './groups.module.css'
import { t } from './texts.ts'

type GroupRowProps = { group: GroupView; currentUserId: string | undefined; isOpen: boolean; isOnlyList: boolean }

/** A row of the inbox: links to a group or to its invitation. */
export function GroupRow({ group, currentUserId, isOpen, isOnlyList }: GroupRowProps) {
  const now = useNow()
  const menuButton = useRef<HTMLButtonElement>(null)
  const openMenu = () => menuButton.current?.click()
  const longPress = useLongPress(openMenu)
  const markRead = useMarkWholeGroupRead()
  const { pin, unread, mute, archive, dialog } = useMarksMenuItems(group, { onRead: () => markRead(group) })
  const { name, members, lastMessage, unreadCount, role, marks, createdAt } = group
  const isMember = role !== null
  const isMuted = isConversationMuted(marks, now)
  const isUnread = unreadCount > 0 || marks.isUnread || !isMember
  return (
    <li className={styles['item']}>
      <Link
        to={`/chat/group/${group._id}`}
        state={isOnlyList ? FROM_INBOX_STATE : undefined}
        className={joinClassNames(styles['row'], isOpen && styles['current'])}
        aria-current={isOpen ? 'page' : undefined}
        {...(isMember && longPress)}
        onContextMenu={(event) => {
          if (!isMember) return
          longPress.onContextMenu(event)
          if (event.defaultPrevented) return
          event.preventDefault()
          openMenu()
        }}
      >
        <GroupAvatars name={name} members={withViewerLast(members, currentUserId)} size={48} />
        <span className={styles['name']}>
          <bdi className={groupStyles['groupName']}>{name}</bdi>
          {marks.pinnedAt && <Mark icon={<Pin aria-hidden="true" />} text={chatText('inbox.isPinned')} />}
          {isMuted && <Mark icon={<BellOff aria-hidden="true" />} text={chatText('inbox.isMuted')} />}
        </span>
        <Time className={styles['time']} at={lastMessage?.createdAt ?? createdAt} />
        <span className={joinClassNames(styles['preview'], isUnread && styles['unread'])}>
          {formatGroupPreview(group, currentUserId)}
        </span>
        <UnreadCount count={unreadCount} isMuted={isMuted} />
        {unreadCount === 0 && (marks.isUnread || !isMember) && (
          <span className={styles['dot']}>
            <span className="visually-hidden">
              {isMember ? chatText('inbox.isMarkedUnread') : t('invitation.title')}
            </span>
          </span>
        )}
      </Link>
      {isMember && (
        <div className={styles['menu']}>
          <Menu
            label={chatText('inbox.menu', { name })}
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

/** A row of a group that is not created yet, because there is no network or the server has refused it. */
export function WaitingGroupRow({ entry }: { entry: ReturnType<typeof useWaitingGroups>[number] }) {
  const outbox = useOutbox()
  const isOnline = useIsOnline()
  const { name, members } = entry.data
  return (
    <li className={styles['item']}>
      <div className={styles['row']}>
        <GroupAvatars name={name} members={members} size={48} />
        <span className={styles['name']}>
          <bdi className={groupStyles['groupName']}>{name}</bdi>
        </span>
        <span />
        <span className={joinClassNames(styles['preview'], groupStyles['reason'])}>
          {entry.refusal
            ? t('inbox.notCreated', { why: describeOutboxRefusal(entry) })
            : t(isOnline ? 'inbox.creating' : 'inbox.waiting')}
        </span>
        <span className={groupStyles['rowActions']}>
          {entry.refusal && (
            <Button variant="plain" size="s" onClick={() => void outbox.retry(entry.id)}>
              {chatText('message.retry')}
            </Button>
          )}
          <Button variant="plain" size="s" onClick={() => void outbox.discard(entry.id)}>
            {entry.refusal ? t('inbox.discard') : t('inbox.cancel')}
          </Button>
        </span>
      </div>
    </li>
  )
}

import type { GroupView } from '@meadow/contracts/browser'
import { MemberAvatar, MemberLink, TextWithFacets, useReportMenuItem } from '@meadow/features'
import { Button, joinClassNames, Menu, type MenuItem } from '@meadow/ui'
import { Copy, Ellipsis, Trash2 } from 'lucide-react'
import { type RefObject, useId, useRef } from 'react'
import type { ShownMessage } from '../data/messages/shown-message.ts'
import { useIsOnline } from '../data/use-is-online.ts'
import type { ListedMessage } from '../features/messages/message-list.tsx'
import styles from '../features/messages/messages.module.css'
import { useCopyText } from '../features/messages/use-copy-text.ts'
import { isEmojiText } from '../format/emoji-text.ts'
import { formatSystemLine } from '../format/format-system-line.ts'
import { formatTimeOfDay } from '../format/format-time.ts'
import { useLongPress } from '../gestures/use-long-press.ts'
import { t as chatText } from '../texts.ts'
import { formatReaders } from './format-readers.ts'
import groupStyles from './groups.module.css'

export type GroupMessageActions = {
  deleteMessage: (message: ShownMessage) => void
  retry: (key: string) => void
  discard: (key: string) => void
}

type GroupMessageRowProps = ListedMessage & {
  group: GroupView
  currentUserId: string | undefined
  /** The first message of a run has the name of its sender. */
  isFirst: boolean
  /** The newest own message names those who have read it. */
  isNewestOwn: boolean
  actions: GroupMessageActions
}

/** Shows a message of a group: that of another member with their name and picture, or a line of the group itself. */
export function GroupMessageRow(props: GroupMessageRowProps) {
  const { message, currentUserId, isFirst, isLast, isTabStop, actions } = props
  const contentId = useId()
  const menuButton = useRef<HTMLButtonElement>(null)
  const longPress = useLongPress(() => menuButton.current?.click())
  const { sender, recipient, system, content, facets, deletedAt, localState } = message
  if (system)
    return (
      <p className={joinClassNames('member-text', groupStyles['system'])}>
        {formatSystemLine(system, sender, currentUserId, [sender, recipient])}
      </p>
    )
  const isOwn = sender._id === currentUserId
  const isSent = localState === undefined && !deletedAt
  return (
    <article
      className={joinClassNames(
        styles['message'],
        isOwn ? styles['own'] : groupStyles['received'],
        isLast && styles['last'],
      )}
      aria-label={isOwn ? chatText('message.own') : chatText('message.from', { name: sender.fullName })}
      aria-describedby={contentId}
      tabIndex={isTabStop ? 0 : -1}
    >
      {!isOwn && isFirst && (
        <div className={groupStyles['sender']}>
          <MemberLink member={sender} />
        </div>
      )}
      <div className={styles['line']}>
        {!isOwn && <span className={groupStyles['face']}>{isLast && <MemberAvatar member={sender} size={32} />}</span>}
        <div
          id={contentId}
          className={joinClassNames(
            styles['bubble'],
            deletedAt && styles['deleted'],
            !deletedAt && isEmojiText(content) && styles['onlyEmoji'],
          )}
          {...(isSent && longPress)}
        >
          {deletedAt ? (
            <p>{chatText('message.deleted')}</p>
          ) : (
            <p className={joinClassNames('member-text', styles['text'])}>
              <TextWithFacets text={content} facets={facets} />
            </p>
          )}
        </div>
        {isSent && <GroupMessageMenu message={message} isOwn={isOwn} actions={actions} button={menuButton} />}
      </div>
      <GroupMessageFooter {...props} isOwn={isOwn} />
    </article>
  )
}

type GroupMessageMenuProps = {
  message: ShownMessage
  isOwn: boolean
  actions: GroupMessageActions
  button: RefObject<HTMLButtonElement | null>
}

function GroupMessageMenu({ message, isOwn, actions, button }: GroupMessageMenuProps) {
  const copy = useCopyText()
  const report = useReportMenuItem({ kind: 'message', id: message._id, member: message.sender })
  const items: MenuItem[] = [
    {
      label: chatText('message.copy'),
      icon: <Copy aria-hidden="true" />,
      onSelect: () => void copy(message.content),
    },
    isOwn
      ? {
          label: chatText('message.delete'),
          icon: <Trash2 aria-hidden="true" />,
          tone: 'danger',
          onSelect: () => actions.deleteMessage(message),
        }
      : report.item,
  ]
  return (
    <div className={styles['toolbar']}>
      <Menu
        label={chatText('message.actions')}
        icon={<Ellipsis aria-hidden="true" />}
        size="s"
        buttonRef={button}
        items={items}
      />
      {report.dialog}
    </div>
  )
}

/** Shows below a message its time, who has read it, or why it was not sent. */
function GroupMessageFooter(props: GroupMessageRowProps & { isOwn: boolean }) {
  const { message, group, isOwn, isLast, isNewestOwn, actions } = props
  const isOnline = useIsOnline()
  const { key, localState, failureReason, createdAt } = message
  if (localState === 'failed')
    return (
      <div className={styles['failed']} role="alert">
        {failureReason ? chatText('message.failedWhy', { why: failureReason }) : chatText('message.failed')}
        <Button variant="plain" size="s" onClick={() => actions.retry(key)}>
          {chatText('message.retry')}
        </Button>
        <Button variant="plain" size="s" onClick={() => actions.discard(key)}>
          {chatText('message.discard')}
        </Button>
      </div>
    )
  const isWaiting = localState === 'sending' && !isOnline
  if (!isLast && !isNewestOwn && !isWaiting) return null
  const at = new Date(createdAt)
  return (
    <div className={joinClassNames(styles['status'], groupStyles['below'])}>
      {isWaiting && (
        <Button variant="plain" size="s" onClick={() => actions.discard(key)}>
          {chatText('message.cancel')}
        </Button>
      )}
      <time dateTime={createdAt} title={at.toLocaleString()}>
        {formatTimeOfDay(at)}
      </time>
      {isOwn && (
        <span className={groupStyles['state']}> · {describeState(message, group, { isWaiting, isNewestOwn })}</span>
      )}
    </div>
  )
}

function describeState(
  message: ShownMessage,
  group: GroupView,
  { isWaiting, isNewestOwn }: { isWaiting: boolean; isNewestOwn: boolean },
): string {
  if (message.localState === 'sending') return chatText(isWaiting ? 'message.waiting' : 'message.sending')
  return (isNewestOwn && formatReaders(group, message)) || chatText('message.sent')
}

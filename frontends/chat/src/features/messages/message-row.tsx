import { Button, joinClassNames } from '@meadow/ui'
import { MessagesSquare } from 'lucide-react'
import { useRef } from 'react'
import type { ShownMessage } from '../../data/messages/shown-message.ts'
import { t } from '../../texts.ts'
import type { MessageActions, MessageSelection } from './message-actions.ts'
import { MessageContent } from './message-content.tsx'
import { MessageReactions } from './message-reactions.tsx'
import { MessageStatus } from './message-status.tsx'
import { MessageToolbar } from './message-toolbar.tsx'
import styles from './messages.module.css'
import { useLongPress } from './use-long-press.ts'

type MessageRowProps = {
  message: ShownMessage
  currentUserId: string | undefined
  isLast: boolean
  isHighlighted: boolean
  actions: MessageActions
  selection: MessageSelection | undefined
}

/** Shows one message with its reactions, toolbar and status. */
export function MessageRow({ message, currentUserId, isLast, isHighlighted, actions, selection }: MessageRowProps) {
  const menuButton = useRef<HTMLButtonElement>(null)
  const longPressHandlers = useLongPress(() => menuButton.current?.click())
  const isOwn = message.sender._id === currentUserId
  const isSent = message.localState === undefined && !message.deletedAt
  const bubbleClassName = joinClassNames(
    styles['bubble'],
    message.messageType === 'image' && !message.deletedAt && styles['withPicture'],
    message.deletedAt && styles['deleted'],
    isHighlighted && styles['highlighted'],
  )
  const name = isOwn ? t('message.own') : t('message.from', { name: message.sender.fullName })
  return (
    <article
      className={joinClassNames(styles['message'], isOwn && styles['own'], isLast && styles['last'])}
      aria-label={name}
    >
      <div className={styles['line']}>
        {selection && isSent && (
          <input
            type="checkbox"
            className={styles['check']}
            aria-label={t('message.selectThis')}
            checked={selection.ids.has(message._id)}
            onChange={() => selection.toggle(message)}
          />
        )}
        <div className={bubbleClassName} {...(isSent && !selection && longPressHandlers)}>
          {message.deletedAt ? (
            <p>{t('message.deleted')}</p>
          ) : (
            <MessageContent message={message} onShowMessage={actions.showMessage} />
          )}
          <MessageReactions
            reactions={message.reactions}
            currentUserId={currentUserId}
            onToggle={(emoji) => actions.react(message, emoji)}
          />
        </div>
        {isSent && !selection && (
          <MessageToolbar message={message} isOwn={isOwn} actions={actions} menuButton={menuButton} />
        )}
      </div>
      <MessageFooter message={message} isOwn={isOwn} isLast={isLast} actions={actions} />
    </article>
  )
}

type MessageFooterProps = { message: ShownMessage; isOwn: boolean; isLast: boolean; actions: MessageActions }

function MessageFooter({ message, isOwn, isLast, actions }: MessageFooterProps) {
  const { openThread } = actions
  return (
    <>
      {openThread && message.threadId && (
        <button type="button" className={styles['replies']} onClick={() => openThread(message)}>
          <MessagesSquare aria-hidden="true" />
          {t('message.inThread')}
        </button>
      )}
      {openThread && message.threadCount > 0 && (
        <button type="button" className={styles['replies']} onClick={() => openThread(message)}>
          <MessagesSquare aria-hidden="true" />
          {t('message.replies', { count: message.threadCount })}
        </button>
      )}
      {message.localState === 'failed' ? (
        <div className={styles['failed']} role="alert">
          {message.failureReason ? t('message.failedWhy', { why: message.failureReason }) : t('message.failed')}
          <Button variant="plain" size="s" onClick={() => actions.retry(message)}>
            {t('message.retry')}
          </Button>
          <Button variant="plain" size="s" onClick={() => actions.discard(message)}>
            {t('message.discard')}
          </Button>
        </div>
      ) : (
        (isLast || message.edited) && <MessageStatus message={message} isOwn={isOwn} />
      )}
    </>
  )
}

import { Button, joinClassNames } from '@meadow/ui'
import { MessagesSquare } from 'lucide-react'
import { useRef } from 'react'
import type { ShownMessage } from '../../data/outbox/waiting.ts'
import { t } from '../../texts.ts'
import type { MessageActions, Selection } from './message-actions.ts'
import { MessageContent } from './message-content.tsx'
import { MessageStatus } from './message-status.tsx'
import { MessageTools } from './message-tools.tsx'
import styles from './messages.module.css'
import { Reactions } from './reactions.tsx'
import { useLongPress } from './use-long-press.ts'

type MessageRowProps = {
  message: ShownMessage
  /** The member's id. */
  you: string | undefined
  isLast: boolean
  isMarked: boolean
  actions: MessageActions
  selection: Selection | undefined
}

/** One message with all that belongs to it. */
export function MessageRow({ message, you, isLast, isMarked, actions, selection }: MessageRowProps) {
  const menu = useRef<HTMLButtonElement>(null)
  const press = useLongPress(() => menu.current?.click())
  const isOwn = message.sender._id === you
  const isThere = message.local === undefined && !message.deletedAt
  const bubble = joinClassNames(
    styles['bubble'],
    message.messageType === 'image' && !message.deletedAt && styles['pictured'],
    message.deletedAt && styles['deleted'],
    isMarked && styles['marked'],
  )
  const name = isOwn ? t('message.own') : t('message.from', { name: message.sender.fullName })
  return (
    <article
      className={joinClassNames(styles['message'], isOwn && styles['own'], isLast && styles['last'])}
      aria-label={name}
    >
      <div className={styles['line']}>
        {selection && isThere && (
          <input
            type="checkbox"
            className={styles['check']}
            aria-label={t('message.selectThis')}
            checked={selection.ids.has(message._id)}
            onChange={() => selection.toggle(message)}
          />
        )}
        <div className={bubble} {...(isThere && !selection && press)}>
          {message.deletedAt ? (
            <p>{t('message.deleted')}</p>
          ) : (
            <MessageContent message={message} onShow={actions.show} />
          )}
          <Reactions reactions={message.reactions} you={you} onToggle={(emoji) => actions.react(message, emoji)} />
        </div>
        {isThere && !selection && <MessageTools message={message} isOwn={isOwn} actions={actions} button={menu} />}
      </div>
      <Below message={message} isOwn={isOwn} isLast={isLast} actions={actions} />
    </article>
  )
}

type BelowProps = { message: ShownMessage; isOwn: boolean; isLast: boolean; actions: MessageActions }

function Below({ message, isOwn, isLast, actions }: BelowProps) {
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
      {message.local === 'failed' ? (
        <div className={styles['failed']} role="alert">
          {message.problem ? t('message.failedWhy', { why: message.problem }) : t('message.failed')}
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

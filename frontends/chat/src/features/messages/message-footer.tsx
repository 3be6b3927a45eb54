import { UploadProgress } from '@meadow/features'
import { Button, useNow } from '@meadow/ui'
import { Check, CheckCheck, Clock, MessagesSquare, Star, Timer } from 'lucide-react'
import type { ReactNode } from 'react'
import type { ShownMessage } from '../../data/messages/shown-message.ts'
import { useIsOnline } from '../../data/use-is-online.ts'
import { formatDayAndTime, formatTimeOfDay } from '../../format/format-time.ts'
import { MessageEditedMark } from '../../history/message-edited-mark.tsx'
import { t } from '../../texts.ts'
import { isReturnedByUndo } from '../../undo-send/message-hold.ts'
import type { MessageActions } from './message-actions.ts'
import styles from './messages.module.css'
import { RefusedEdit } from './refused-edit.tsx'
import { useCopyText } from './use-copy-text.ts'

type MessageFooterProps = { message: ShownMessage; isOwn: boolean; isLast: boolean; actions: MessageActions }

/** Shows below a message its thread, and its time and status or why it was not sent. */
export function MessageFooter({ message, isOwn, isLast, actions }: MessageFooterProps) {
  const { openThread } = actions
  const copy = useCopyText()
  const isWaiting = !useIsOnline() && message.localState === 'sending'
  const isUpload = !message.isForwarded && (message.pictures.length > 0 || isRecording(message))
  const isPlayedByOther = isOwn && message.voice?.isPlayed === true
  const isOfThisList = !openThread || message.threadId === null // a thread has a composer of its own
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
      {message.localState === 'sending' && isUpload && !message.isHeld && (
        <MessageUpload
          message={message}
          onCancel={() => (isRecording(message) ? actions.discard(message) : actions.takeBack(message))}
        />
      )}
      {isOwn && message.localState === undefined && <RefusedEdit message={message} actions={actions} />}
      {message.localState === 'failed' ? (
        <div className={styles['failed']} role="alert">
          {message.failureReason ? t('message.failedWhy', { why: message.failureReason }) : t('message.failed')}
          {(message.failureKind ?? 'again') === 'again' && (
            <Button variant="plain" size="s" onClick={() => actions.retry(message)}>
              {t('message.retry')}
            </Button>
          )}
          {message.failureKind === 'never' && message.content !== '' && (
            <Button variant="plain" size="s" onClick={() => void copy(message.content)}>
              {t('message.copy')}
            </Button>
          )}
          {isOfThisList && !isRecording(message) && !message.isForwarded && message.failureKind !== 'never' && (
            <Button variant="plain" size="s" onClick={() => actions.takeBack(message)}>
              {t('message.takeBack')}
            </Button>
          )}
          <Button variant="plain" size="s" onClick={() => actions.discard(message)}>
            {t('message.discard')}
          </Button>
        </div>
      ) : (
        (isLast ||
          (message.edited && !isRecording(message)) ||
          message.isStarred ||
          message.isHeld ||
          isWaiting ||
          isPlayedByOther) && (
          <MessageStatus message={message} isOwn={isOwn} isWaiting={isWaiting}>
            {message.isHeld && isOfThisList && (
              <Button variant="plain" size="s" onClick={() => actions.undoSend(message)}>
                {t(isReturnedByUndo(message) ? 'undoSend.undo' : 'message.cancel')}
              </Button>
            )}
            {isWaiting && !message.isHeld && !isUpload && isOfThisList && (
              <Button
                variant="plain"
                size="s"
                onClick={() => (message.isForwarded ? actions.discard(message) : actions.takeBack(message))}
              >
                {t('message.cancel')}
              </Button>
            )}
          </MessageStatus>
        )
      )}
    </>
  )
}

/** Returns true for a voice or video message, which does not go back into the composer. */
const isRecording = ({ voice, video }: ShownMessage): boolean => voice !== undefined || video !== undefined

/** Shows the progress of an upload or why it stopped, with a button that takes the message back into the composer. */
function MessageUpload({ message, onCancel }: { message: ShownMessage; onCancel: () => void }) {
  const { progress, uploadProblem } = message
  return (
    <div className={styles['upload']}>
      {uploadProblem === undefined ? (
        <UploadProgress share={progress ?? 0} onCancel={onCancel} />
      ) : (
        <div role="status">
          {t('message.uploadProblem', { problem: uploadProblem })}
          <Button variant="plain" size="s" onClick={onCancel}>
            {t('message.cancel')}
          </Button>
        </div>
      )}
    </div>
  )
}

/** Shows that a message disappears, and when. */
function ExpiryMark({ expiresAt }: { expiresAt: string }) {
  const text = t('disappear.message', { time: formatDayAndTime(new Date(expiresAt), useNow()) })
  return (
    <span title={text}>
      <Timer aria-hidden="true" />
      <span className="visually-hidden">{text}</span>
    </span>
  )
}

const STATUS_ICONS = { sending: Clock, sent: Check, delivered: CheckCheck, read: CheckCheck }

/** Returns the known status that a message has reached at least. Every message of the server is sent. */
const toKnownStatus = (status: ShownMessage['status']) => KNOWN_STATUSES.find((known) => known === status) ?? 'sent'
const KNOWN_STATUSES = ['sent', 'delivered', 'read'] as const

type MessageStatusProps = { message: ShownMessage; isOwn: boolean; isWaiting: boolean; children: ReactNode }

/** Shows the time of a message and, for an own message, its delivery status, after what one can do about it. */
function MessageStatus({ message, isOwn, isWaiting, children }: MessageStatusProps) {
  const at = new Date(message.createdAt)
  const status = message.localState === 'sending' ? 'sending' : toKnownStatus(message.status)
  const Icon = STATUS_ICONS[status]
  const reached = message.voice?.isPlayed ? 'message.played' : (`message.${status}` as const)
  return (
    <div className={styles['status']} data-status={isOwn ? status : undefined}>
      {children}
      {message.isStarred && <Star className={styles['star']} role="img" aria-label={t('message.starred')} />}
      {message.edited &&
        !isRecording(message) &&
        (message.localState === undefined ? (
          <span>
            <MessageEditedMark messageId={message._id} /> ·{' '}
          </span>
        ) : (
          <span>{t('message.edited')} · </span>
        ))}
      <time dateTime={message.createdAt} title={at.toLocaleString()}>
        {formatTimeOfDay(at)}
      </time>
      {message.expiresAt && <ExpiryMark expiresAt={message.expiresAt} />}
      {isOwn && (
        <>
          <span> · {t(isWaiting ? 'message.waiting' : reached)}</span>
          <Icon aria-hidden="true" />
        </>
      )}
    </div>
  )
}

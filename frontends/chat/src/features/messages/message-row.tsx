import { TextWithFacets } from '@meadow/features'
import { IconButton, joinClassNames } from '@meadow/ui'
import { Forward, Reply, Trash2 } from 'lucide-react'
import { type MouseEvent, useId, useRef, useState } from 'react'
import type { ShownMessage } from '../../data/messages/shown-message.ts'
import { isSameDay } from '../../format/calendar-day.ts'
import { isEmojiText } from '../../format/emoji-text.ts'
import { formatMessageLine, formatMessageText } from '../../format/format-preview.ts'
import { formatSystemLine } from '../../format/format-system-line.ts'
import { useLongPress } from '../../gestures/use-long-press.ts'
import { t } from '../../texts.ts'
import { LazyVideoPlayer } from '../../video/lazy-video-player.tsx'
import { LazyVoicePlayer } from '../../voice/lazy-voice-player.tsx'
import { Transcript } from '../../voice/transcript.tsx'
import type { MessageActions, MessageSelection } from './message-actions.ts'
import { MessageFooter } from './message-footer.tsx'
import gestures from './message-gestures.module.css'
import { MessageLinkPreview } from './message-link-preview.tsx'
import { MessagePictures } from './message-pictures.tsx'
import { MessageReactions } from './message-reactions.tsx'
import { MessageToolbar } from './message-toolbar.tsx'
import styles from './messages.module.css'
import { useSwipeToReply } from './use-swipe-to-reply.ts'

type MessageRowProps = {
  message: ShownMessage
  currentUserId: string | undefined
  isLast: boolean
  isHighlighted: boolean
  isTabStop: boolean
  actions: MessageActions
  selection: MessageSelection | undefined
}

/** Shows one message with its reactions, toolbar and status. */
export function MessageRow(props: MessageRowProps) {
  const { message, currentUserId, isLast, isHighlighted, isTabStop, actions, selection } = props
  const contentId = useId()
  const menuButton = useRef<HTMLButtonElement>(null)
  const swipeHandlers = useSwipeToReply(() => actions.reply(message))
  const longPressHandlers = useLongPress(() => menuButton.current?.click())
  const [isSettling] = useState(() => isJustWritten(message))
  const isOwn = message.sender._id === currentUserId
  const isSent = message.localState === undefined && !message.deletedAt
  const bubbleClassName = joinClassNames(
    styles['bubble'],
    gestures['pressable'],
    isSettling && gestures['settling'],
    (message.pictures.length > 0 || message.video) && !message.deletedAt && styles['withPicture'],
    message.deletedAt && styles['deleted'],
    isOnlyEmoji(message) && styles['onlyEmoji'],
    isHighlighted && styles['highlighted'],
  )
  if (message.system)
    return <SystemLine message={message} currentUserId={currentUserId} actions={actions} selection={selection} />
  const name = isOwn ? t('message.own') : t('message.from', { name: message.sender.fullName })
  return (
    <article
      className={joinClassNames(styles['message'], isOwn && styles['own'], isLast && styles['last'])}
      aria-label={name}
      aria-describedby={contentId}
      tabIndex={isTabStop ? 0 : -1}
    >
      <div
        className={joinClassNames(styles['line'], gestures['swipeable'])}
        {...(isSent && !selection && actions.canRespond && swipeHandlers)}
        {...(isSent && selection && { onClickCapture: (event) => toggleByRow(event, () => selection.toggle(message)) })}
      >
        <Reply className={gestures['arrow']} aria-hidden="true" />
        {selection && isSent && (
          <input
            type="checkbox"
            className={styles['check']}
            aria-label={t('message.selectThis')}
            checked={selection.ids.has(message._id)}
            onChange={() => selection.toggle(message)}
          />
        )}
        <div id={contentId} className={bubbleClassName} {...(isSent && !selection && longPressHandlers)}>
          {message.deletedAt ? (
            <p>{t('message.deleted')}</p>
          ) : (
            <MessageContent message={message} onShowMessage={actions.showMessage} />
          )}
          <MessageReactions
            reactions={message.reactions}
            currentUserId={currentUserId}
            onToggle={actions.canRespond ? (emoji) => actions.react(message, emoji) : undefined}
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

type SystemLineProps = Pick<MessageRowProps, 'message' | 'currentUserId' | 'actions' | 'selection'>

/** Shows a system line in the middle. The member can only delete it for themselves. */
function SystemLine({ message, currentUserId, actions, selection }: SystemLineProps) {
  const { system, sender, recipient } = message
  if (!system) return null
  return (
    <div className={styles['system']}>
      <p className="member-text">{formatSystemLine(system, sender, currentUserId, [sender, recipient])}</p>
      {!selection && (
        <span className={styles['systemAction']}>
          <IconButton
            label={t('message.delete')}
            icon={<Trash2 aria-hidden="true" />}
            size="s"
            onClick={() => actions.deleteMessage(message)}
          />
        </span>
      )}
    </div>
  )
}

/** While messages are selected, a click anywhere in a row toggles its checkbox. Pictures, quotes and reactions do not act. */
function toggleByRow(event: MouseEvent, toggle: () => void) {
  if (event.target instanceof HTMLInputElement) return // the checkbox toggles by itself
  event.preventDefault()
  event.stopPropagation()
  toggle()
}

const JUST_WRITTEN_MS = 1_000

/** Returns true for a message that the member has just sent from this page; not for one that was still unsent on loading. */
const isJustWritten = ({ localState, createdAt }: ShownMessage): boolean =>
  localState === 'sending' && Date.now() - Date.parse(createdAt) < JUST_WRITTEN_MS

/** Returns true if a message shows nothing but a few emoji. */
const isOnlyEmoji = ({ content, deletedAt, replyTo, pictures, voice, video, isForwarded }: ShownMessage): boolean =>
  !deletedAt && !replyTo && !isForwarded && pictures.length === 0 && !voice && !video && isEmojiText(content)

type MessageContentProps = { message: ShownMessage; onShowMessage: ((messageId: string) => void) | undefined }

/** Shows the content of a bubble: the quoted message, the pictures, the recording or video, the text, and the card of its link. */
function MessageContent({ message, onShowMessage: onShow }: MessageContentProps) {
  const { replyTo } = message
  const hasPictures = message.pictures.length > 0
  const { voice, video } = message
  return (
    <>
      {message.isForwarded && (
        <p className={styles['forwarded']}>
          <Forward aria-hidden="true" /> {t('message.forwarded')}
        </p>
      )}
      {replyTo && <Quote quoted={replyTo} onShow={onShow} />}
      {hasPictures && <MessagePictures message={message} />}
      {voice && <LazyVoicePlayer message={message} />}
      {video && <LazyVideoPlayer message={message} video={video} />}
      {(voice || video) && message.content && <Transcript text={message.content} />}
      {!voice && !video && (!hasPictures || message.content) && (
        <p className={joinClassNames('member-text', styles['text'])}>
          <TextWithFacets text={formatMessageText(message)} facets={message.content ? message.facets : undefined} />
        </p>
      )}
      {!hasPictures && <MessageLinkPreview message={message} />}
    </>
  )
}

type QuotedMessage = NonNullable<ShownMessage['replyTo']>

function Quote({ quoted, onShow }: { quoted: QuotedMessage; onShow: MessageContentProps['onShowMessage'] }) {
  const name = quoted.sender.fullName
  const quotedText = (
    <>
      <b>{name}</b>
      <span>{formatMessageLine(quoted)}</span>
    </>
  )
  const className = joinClassNames('member-text', styles['quote'])
  if (!onShow) return <div className={className}>{quotedText}</div>
  return (
    <button
      type="button"
      className={className}
      title={t('message.showQuoted', { name })}
      onClick={() => onShow(quoted._id)}
    >
      {quotedText}
    </button>
  )
}

const GROUP_INTERVAL_MS = 5 * 60 * 1000

/** A row of the message list: a day heading, a message (perhaps the last of its group), or the typing indicator. */
export type MessageListRow =
  | { kind: 'day'; key: string; at: Date }
  | { kind: 'message'; key: string; message: ShownMessage; isLast: boolean }
  | { kind: 'typing'; key: string }

type MessageListContext = { isTyping: boolean; hasOlder: boolean }

/**
 * Builds the rows of messages, oldest first. Messages of one sender within five minutes and one day form a group. The first
 * message gets no day heading while older ones exist, because they may be of the same day.
 */
export function toMessageListRows(
  messages: readonly ShownMessage[],
  { isTyping, hasOlder }: MessageListContext,
): MessageListRow[] {
  const rows = messages.flatMap((message, index): MessageListRow[] => {
    const [before, after] = [messages[index - 1], messages[index + 1]]
    const at = new Date(message.createdAt)
    const isLast = !after || !isSameGroup(message, after)
    const row: MessageListRow = { kind: 'message', key: message.key, message, isLast }
    if (!before && hasOlder) return [row]
    if (before && isSameDay(new Date(before.createdAt), at)) return [row]
    return [{ kind: 'day', key: `day ${at.toDateString()}`, at }, row]
  })
  return isTyping ? [...rows, { kind: 'typing', key: 'typing' }] : rows
}

/** Returns true if two messages follow each other in a run of one sender. A system line belongs to none. */
export function isSameGroup(one: ShownMessage, next: ShownMessage): boolean {
  if (one.system || next.system) return false
  const [from, to] = [new Date(one.createdAt), new Date(next.createdAt)]
  return one.sender._id === next.sender._id && to.getTime() - from.getTime() <= GROUP_INTERVAL_MS && isSameDay(from, to)
}

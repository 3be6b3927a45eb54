import { useNow } from '@meadow/ui'
import { useSession } from '@meadow/web'
import { type ReactNode, useMemo, useRef, useState } from 'react'
import type { ShownMessage } from '../../data/messages/shown-message.ts'
import { formatMessageLine } from '../../format/format-preview.ts'
import { formatSystemLine } from '../../format/format-system-line.ts'
import { formatDay } from '../../format/format-time.ts'
import { t } from '../../texts.ts'
import { useVoiceQueue } from '../../voice/use-voice-queue.ts'
import { JumpToLatestButton } from './jump-to-latest-button.tsx'
import type { MessageActions, MessageSelection } from './message-actions.ts'
import { type MessageListRow, MessageRow, toMessageListRows } from './message-row.tsx'
import styles from './messages.module.css'
import { useMessageScroll } from './use-message-scroll.ts'
import { useRovingMessages } from './use-roving-messages.ts'
import { type ScrollTarget, useScrollTarget } from './use-scroll-target.ts'

/** Rows that are rendered beyond each edge of the viewport. */
const OVERSCAN_ROWS = 6

type MessageListProps = {
  label: string
  /** Oldest first. */
  messages: readonly ShownMessage[]
  isTyping?: boolean
  hasOlder: boolean
  onLoadOlder: () => void
  /** True while the newest messages are not loaded. */
  hasNewer?: boolean
  onJumpToLatest?: () => void
  onReachEnd?: () => void
  /** Called with the last message on the screen when it may have changed. */
  onSeeMessage?: (message: ShownMessage) => void
  /** False until the visible rows are painted: the others follow. @default true */
  isPainted?: boolean
  scrollTarget?: ScrollTarget | undefined
  /** Opens the choice of a day, from the heading of one. */
  onOpenDay?: (day: Date) => void
  /** The actions of the messages, unless `renderMessage` shows them. */
  actions?: MessageActions
  selection?: MessageSelection | undefined
  /** Shows a message instead of `MessageRow`. */
  renderMessage?: (row: ListedMessage) => ReactNode
}

/** A message of the list: `isLast` in the run of its sender. Tab reaches the one with `isTabStop`. */
export type ListedMessage = { message: ShownMessage; isLast: boolean; isTabStop: boolean }

/** Shows messages. The list is virtualized: only rows near the viewport are in the DOM. */
export function MessageList(props: MessageListProps) {
  const { label, messages, hasOlder, onLoadOlder, scrollTarget, onOpenDay, actions, selection, renderMessage } = props
  const { isTyping = false, hasNewer = false, isPainted = true } = props
  const { onJumpToLatest = ignore, onReachEnd = ignore, onSeeMessage = ignore } = props
  const currentUserId = useSession().user?._id
  const scroller = useRef<HTMLElement>(null)
  const rows = useMemo(() => toMessageListRows(messages, { isTyping, hasOlder }), [messages, isTyping, hasOlder])
  const [activeKey, setActiveKey] = useState<string>()
  const { virtual, isScrolledUp } = useMessageScroll({
    scroller,
    rows,
    messages,
    hasOlder,
    hasNewer,
    overscan: isPainted ? OVERSCAN_ROWS : 0,
    keptKey: activeKey,
    onLoadOlder,
    onJumpToLatest,
    onReachEnd,
    onSeeMessage,
  })
  useVoiceQueue(messages)
  const { tabStopKey, ...roving } = useRovingMessages({
    scroller,
    rows,
    virtual,
    activeKey,
    onActivate: setActiveKey,
  })
  const highlightedId = useScrollTarget(virtual, rows, scrollTarget)
  const { received, isUnseen } = useReceivedMessage(messages, currentUserId, isScrolledUp || hasNewer)
  return (
    <div className={styles['list']}>
      <section
        ref={scroller}
        className={styles['log']}
        role="log"
        aria-live="off"
        aria-label={label}
        tabIndex={tabStopKey === undefined ? 0 : -1}
        {...roving}
      >
        <div className={styles['rows']} style={{ height: virtual.getTotalSize() }}>
          {virtual.getVirtualItems().map(({ key, index, start }) => {
            const row = rows[index]
            return (
              row && (
                <div
                  key={key}
                  ref={virtual.measureElement}
                  data-index={index}
                  className={styles['row']}
                  style={{ top: start }}
                >
                  <VirtualizedRow
                    row={row}
                    currentUserId={currentUserId}
                    highlightedId={highlightedId}
                    isTabStop={key === tabStopKey}
                    onOpenDay={onOpenDay}
                    actions={actions}
                    selection={selection}
                    renderMessage={renderMessage}
                  />
                </div>
              )
            )
          })}
        </div>
      </section>
      <p className="visually-hidden" aria-live="polite">
        {received && formatReceived(received, currentUserId)}
      </p>
      {(isScrolledUp || hasNewer) && (
        <JumpToLatestButton
          hasNewMessage={isUnseen}
          onPress={() => {
            if (hasNewer) onJumpToLatest()
            else virtual.scrollToEnd()
          }}
        />
      )}
    </div>
  )
}

type VirtualizedRowProps = {
  row: MessageListRow
  currentUserId: string | undefined
  highlightedId: string | undefined
  /** Tab reaches this row. */
  isTabStop: boolean
  onOpenDay: MessageListProps['onOpenDay']
  actions: MessageActions | undefined
  selection: MessageSelection | undefined
  renderMessage: MessageListProps['renderMessage']
}

function VirtualizedRow({
  row,
  currentUserId,
  highlightedId,
  isTabStop,
  onOpenDay,
  actions,
  selection,
  renderMessage,
}: VirtualizedRowProps) {
  const now = useNow()
  if (row.kind === 'day') return <DayHeading at={row.at} now={now} onOpenDay={onOpenDay} />
  if (row.kind === 'typing')
    return (
      <div className={styles['typing']} aria-hidden="true">
        <i />
        <i />
        <i />
      </div>
    )
  const { message, isLast } = row
  if (renderMessage) return renderMessage({ message, isLast, isTabStop })
  if (!actions) return null
  return (
    <MessageRow
      message={message}
      currentUserId={currentUserId}
      isLast={isLast}
      isHighlighted={message._id === highlightedId}
      isTabStop={isTabStop}
      actions={actions}
      selection={selection}
    />
  )
}

type DayHeadingProps = { at: Date; now: Date; onOpenDay: MessageListProps['onOpenDay'] }

/** The heading of a day, which opens the choice of another one. */
function DayHeading({ at, now, onOpenDay }: DayHeadingProps) {
  return (
    <h2 className={styles['day']}>
      {onOpenDay ? (
        <button type="button" title={t('dates.openFrom')} onClick={() => onOpenDay(at)}>
          {formatDay(at, now)}
        </button>
      ) : (
        formatDay(at, now)
      )}
    </h2>
  )
}

/**
 * Returns the last message that was received while the list is shown, unless it is gone. `isUnseen` is true if it arrived while the end of the
 * list was not visible (`isLastHidden`).
 */
function useReceivedMessage(
  messages: readonly ShownMessage[],
  currentUserId: string | undefined,
  isLastHidden: boolean,
) {
  const last = messages.at(-1)
  const [previousLast, setPreviousLast] = useState(last)
  const [received, setReceived] = useState<ShownMessage>()
  const [isUnseen, setIsUnseen] = useState(false)
  if (last?.key !== previousLast?.key) {
    setPreviousLast(last)
    if (previousLast && last && last.seq > previousLast.seq && last.sender._id !== currentUserId) {
      setReceived(last)
      setIsUnseen(isLastHidden)
    }
  }
  if (isUnseen && !isLastHidden) setIsUnseen(false)
  const isShown = messages.some(({ key, deletedAt }) => key === received?.key && !deletedAt)
  return { received: isShown ? received : undefined, isUnseen }
}

/** Returns what screen readers say of a new message. */
const formatReceived = (message: ShownMessage, currentUserId: string | undefined): string =>
  message.system
    ? formatSystemLine(message.system, message.sender, currentUserId, [message.sender, message.recipient])
    : t('chat.said', { name: message.sender.fullName, text: formatMessageLine(message) })

const ignore = () => undefined

import { useNow } from '@meadow/ui'
import { useMemo, useRef } from 'react'
import type { ShownMessage } from '../../data/messages/shown-message.ts'
import { formatMessageLine } from '../../format/format-preview.ts'
import { formatDay } from '../../format/format-time.ts'
import { t } from '../../texts.ts'
import { JumpToLatestButton } from './jump-to-latest-button.tsx'
import type { MessageActions, MessageSelection } from './message-actions.ts'
import { type MessageListRow, toMessageListRows } from './message-list-rows.ts'
import { MessageRow } from './message-row.tsx'
import styles from './messages.module.css'
import { useMessageScroll } from './use-message-scroll.ts'
import { useReceivedMessage } from './use-received-message.ts'
import { type ScrollTarget, useScrollTarget } from './use-scroll-target.ts'

type MessageListProps = {
  label: string
  messages: readonly ShownMessage[]
  /** The member's id. */
  currentUserId: string | undefined
  isTyping: boolean
  hasOlder: boolean
  hasNewer: boolean
  onLoadOlder: () => void
  onJumpToLatest: () => void
  onReachEnd: () => void
  scrollTarget: ScrollTarget | undefined
  actions: MessageActions
  selection: MessageSelection | undefined
}

/** The messages, oldest first, of which only those near the screen are in the page. */
export function MessageList(props: MessageListProps) {
  const {
    label,
    messages,
    currentUserId: you,
    isTyping,
    hasOlder,
    hasNewer,
    onLoadOlder: onOlder,
    onJumpToLatest: onLatest,
    onReachEnd: onEnd,
    scrollTarget: target,
    actions,
    selection,
  } = props
  const scroller = useRef<HTMLElement>(null)
  const rows = useMemo(() => toMessageListRows(messages, { isTyping, hasOlder }), [messages, isTyping, hasOlder])
  const { virtual, isAway: isScrolledUp } = useMessageScroll({
    ...{
      scroller,
      rows,
      messages,
      hasOlder,
      hasNewer,
      onLoadOlder: onOlder,
      onJumpToLatest: onLatest,
      onReachEnd: onEnd,
    },
  })
  const highlightedId = useScrollTarget(virtual, rows, target)
  const { arrived: received, isUnseen } = useReceivedMessage(messages, you, isScrolledUp || hasNewer)
  return (
    <div className={styles['place']}>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, by the keyboard, too */}
      <section ref={scroller} className={styles['log']} role="log" aria-live="off" aria-label={label} tabIndex={0}>
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
                    currentUserId={you}
                    highlightedId={highlightedId}
                    actions={actions}
                    selection={selection}
                  />
                </div>
              )
            )
          })}
        </div>
      </section>
      <p className="visually-hidden" aria-live="polite">
        {received && t('chat.said', { name: received.sender.fullName, text: formatMessageLine(received) })}
      </p>
      {(isScrolledUp || hasNewer) && (
        <JumpToLatestButton
          isNew={isUnseen}
          onPress={() => {
            if (hasNewer) onLatest()
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
  actions: MessageActions
  selection: MessageSelection | undefined
}

function VirtualizedRow({ row, currentUserId: you, highlightedId: marked, actions, selection }: VirtualizedRowProps) {
  const now = useNow()
  if (row.kind === 'day') return <h2 className={styles['day']}>{formatDay(row.at, now)}</h2>
  if (row.kind === 'typing')
    return (
      <div className={styles['typing']} aria-hidden="true">
        <i />
        <i />
        <i />
      </div>
    )
  const { message, isLast } = row
  return (
    <MessageRow
      message={message}
      currentUserId={you}
      isLast={isLast}
      isHighlighted={message._id === marked}
      actions={actions}
      selection={selection}
    />
  )
}

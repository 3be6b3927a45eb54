import { useNow } from '@meadow/ui'
import { useMemo, useRef } from 'react'
import type { ShownMessage } from '../../data/outbox/waiting.ts'
import { t } from '../../texts.ts'
import { dayName } from '../../words/moment.ts'
import { inWords } from '../../words/preview.ts'
import type { MessageActions, Selection } from './message-actions.ts'
import { MessageRow } from './message-row.tsx'
import styles from './messages.module.css'
import { NewMessagePill } from './new-message-pill.tsx'
import { type Row, toRows } from './rows.ts'
import { useArrived } from './use-arrived.ts'
import { useMessageScroll } from './use-message-scroll.ts'
import { type Target, useTarget } from './use-target.ts'

type MessageListProps = {
  label: string
  messages: readonly ShownMessage[]
  /** The member's id. */
  you: string | undefined
  isTyping: boolean
  hasOlder: boolean
  hasNewer: boolean
  onOlder: () => void
  onLatest: () => void
  onEnd: () => void
  target: Target | undefined
  actions: MessageActions
  selection: Selection | undefined
}

/** The messages, oldest first, of which only those near the screen are in the page. */
export function MessageList(props: MessageListProps) {
  const { label, messages, you, isTyping, hasOlder, hasNewer, onOlder, onLatest, onEnd, target, actions, selection } =
    props
  const scroller = useRef<HTMLElement>(null)
  const rows = useMemo(() => toRows(messages, { isTyping, hasOlder }), [messages, isTyping, hasOlder])
  const { virtual, isAway } = useMessageScroll({
    ...{ scroller, rows, messages, hasOlder, hasNewer, onOlder, onLatest, onEnd },
  })
  const marked = useTarget(virtual, rows, target)
  const { arrived, isUnseen } = useArrived(messages, you, isAway || hasNewer)
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
                  <OneRow row={row} you={you} marked={marked} actions={actions} selection={selection} />
                </div>
              )
            )
          })}
        </div>
      </section>
      <p className="visually-hidden" aria-live="polite">
        {arrived && t('chat.said', { name: arrived.sender.fullName, text: inWords(arrived) })}
      </p>
      {(isAway || hasNewer) && (
        <NewMessagePill
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

type OneRowProps = {
  row: Row
  you: string | undefined
  marked: string | undefined
  actions: MessageActions
  selection: Selection | undefined
}

function OneRow({ row, you, marked, actions, selection }: OneRowProps) {
  const now = useNow()
  if (row.kind === 'day') return <h2 className={styles['day']}>{dayName(row.at, now)}</h2>
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
      you={you}
      isLast={isLast}
      isMarked={message._id === marked}
      actions={actions}
      selection={selection}
    />
  )
}

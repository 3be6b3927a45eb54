import { useVirtualizer } from '@tanstack/react-virtual'
import { type RefObject, useCallback, useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from 'react'
import type { ShownMessage } from '../../data/messages/shown-message.ts'
import type { MessageListRow } from './message-list-rows.ts'
import { getPicturesHeight } from './picture-size.ts'

const TOP_THRESHOLD_PX = 60
const END_THRESHOLD_PX = 40

type MessageScrollOptions = {
  scroller: RefObject<HTMLElement | null>
  rows: readonly MessageListRow[]
  messages: readonly ShownMessage[]
  hasOlder: boolean
  hasNewer: boolean
  /** Rows that are rendered beyond each edge of the viewport. */
  overscan: number
  onLoadOlder: () => void
  onJumpToLatest: () => void
  /** Called when the newest loaded message is visible. */
  onReachEnd: () => void
}

/**
 * Virtualizes the rows and controls the scroll position: it starts at the end and follows new rows while the member stays
 * there. After scrolling up, the position stays when rows are added at either end.
 */
export function useMessageScroll(scroll: MessageScrollOptions) {
  const { scroller, rows, messages, hasOlder, hasNewer, overscan, onLoadOlder, onJumpToLatest, onReachEnd } = scroll
  const [isScrolledUp, setIsScrolledUp] = useState(false)
  const virtual = useVirtualizer<HTMLElement, HTMLElement>({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: (index) => estimateRowHeight(rows[index]),
    getItemKey: useCallback((index: number) => rows[index]?.key ?? index, [rows]),
    anchorTo: 'end',
    scrollEndThreshold: END_THRESHOLD_PX,
    overscan,
    paddingStart: 16,
    paddingEnd: 16,
  })

  const isAtEnd = useRef(true)
  const previousScrollTop = useRef(0)
  /** Updates `isAtEnd`. Only scrolling up leaves the end: a new row also increases the distance for a moment. */
  const readScrollPosition = useEffectEvent((element: HTMLElement) => {
    const isFar = element.scrollHeight - element.clientHeight - element.scrollTop > END_THRESHOLD_PX
    if (!isFar) isAtEnd.current = true
    else if (element.scrollTop < previousScrollTop.current) isAtEnd.current = false
    previousScrollTop.current = element.scrollTop
    return { isFar, isAtTop: element.scrollTop <= TOP_THRESHOLD_PX }
  })
  const scrollToEnd = useEffectEvent(() => {
    virtual.scrollToEnd()
    isAtEnd.current = true
    previousScrollTop.current = scroller.current?.scrollTop ?? 0
  })
  const handleScroll = useEffectEvent(() => {
    if (!scroller.current) return
    const { isFar, isAtTop } = readScrollPosition(scroller.current)
    setIsScrolledUp(!isAtEnd.current)
    if (!isFar) onReachEnd()
    if (isAtTop && hasOlder) onLoadOlder()
  })
  useEffect(() => {
    const element = scroller.current
    const listener = () => handleScroll()
    element?.addEventListener('scroll', listener, { passive: true })
    return () => element?.removeEventListener('scroll', listener)
  }, [scroller])

  useEffect(() => {
    const element = scroller.current
    if (!element) return
    // stays at the end when the on-screen keyboard opens or the text field grows
    const observer = new ResizeObserver(() => {
      if (isAtEnd.current) scrollToEnd()
    })
    observer.observe(element)
    return () => observer.disconnect()
  }, [scroller])

  const last = messages.at(-1)
  const lastKey = last?.key
  const previousRef = useRef<{ lastKey: string | undefined; hasNewer: boolean }>(undefined)
  useLayoutEffect(
    () => () => {
      previousRef.current = undefined // shown again, the list starts at its end again
    },
    [],
  )
  const adjustScroll = useEffectEvent(() => {
    const previous = previousRef.current
    previousRef.current = { lastKey, hasNewer }
    if (!previous) return scrollToEnd()
    if (scroller.current) readScrollPosition(scroller.current)
    const hasNewLast = lastKey !== previous.lastKey
    const isOwnNewMessage = hasNewLast && last?.localState !== undefined
    if (isOwnNewMessage && hasNewer) onJumpToLatest()
    else if (hasNewLast && previous.hasNewer) isAtEnd.current = false // the loaded newer messages are read next
    if (isOwnNewMessage || isAtEnd.current) scrollToEnd() // a received message does not move a member who scrolled up
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs after rows or their heights have changed
  useLayoutEffect(() => adjustScroll(), [rows, virtual.getTotalSize()])
  // biome-ignore lint/correctness/useExhaustiveDependencies: the added rows may not fill the viewport
  useEffect(() => handleScroll(), [rows.length, lastKey])

  return { virtual, isScrolledUp }
}

function estimateRowHeight(row: MessageListRow | undefined): number {
  if (row?.kind !== 'message') return 44
  const { pictures, content, deletedAt } = row.message
  const around = row.isLast ? 36 : 3
  const textHeight = 42 + Math.floor(content.length / 60) * 23
  if (pictures.length === 0 || deletedAt) return around + textHeight
  return around + getPicturesHeight(pictures) + (content ? textHeight : 8)
}

import { defaultRangeExtractor, useVirtualizer } from '@tanstack/react-virtual'
import { type RefObject, useCallback, useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from 'react'
import type { ShownMessage } from '../../data/messages/shown-message.ts'
import { getVideoHeight } from '../../video/video-box.ts'
import type { MessageListRow } from './message-row.tsx'
import { getPicturesHeight } from './picture-size.ts'

const TOP_THRESHOLD_PX = 60
const END_THRESHOLD_PX = 40
/** A message is on the screen when so much of its beginning is, or half of it. */
const VISIBLE_PX = 60

type MessageScrollOptions = {
  scroller: RefObject<HTMLElement | null>
  rows: readonly MessageListRow[]
  messages: readonly ShownMessage[]
  hasOlder: boolean
  hasNewer: boolean
  /** Rows that are rendered beyond each edge of the viewport. */
  overscan: number
  /** The row that stays rendered wherever it is, because it may have the focus. */
  keptKey: string | undefined
  onLoadOlder: () => void
  onJumpToLatest: () => void
  /** Called when the newest loaded message is visible. */
  onReachEnd: () => void
  /** Called with the last message on the screen, which the server knows, when it may have changed. */
  onSeeMessage: (message: ShownMessage) => void
}

/**
 * Virtualizes the rows and controls the scroll position: it starts at the end and follows new rows while the member stays
 * there. After scrolling up, the position stays when rows are added at either end.
 */
export function useMessageScroll(scroll: MessageScrollOptions) {
  const { scroller, rows, messages, hasOlder, hasNewer, overscan, onLoadOlder, onJumpToLatest, onReachEnd } = scroll
  const keptIndex = rows.findIndex(({ key }) => key === scroll.keptKey)
  const [isScrolledUp, setIsScrolledUp] = useState(false)
  const virtual = useVirtualizer<HTMLElement, HTMLElement>({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: (index) => estimateRowHeight(rows[index]),
    getItemKey: useCallback((index: number) => rows[index]?.key ?? index, [rows]),
    anchorTo: 'end',
    scrollEndThreshold: END_THRESHOLD_PX,
    overscan,
    rangeExtractor: (range) => {
      const indexes = defaultRangeExtractor(range)
      return keptIndex < 0 || indexes.includes(keptIndex)
        ? indexes
        : [...indexes, keptIndex].toSorted((one, other) => one - other)
    },
    paddingStart: 16,
    paddingEnd: 16,
  })

  const isAtEnd = useRef(true)
  const previous = useRef({ scrollTop: 0, scrollHeight: 0, clientHeight: 0 })
  const hasScrollInput = useRef(false) // since the last scroll
  /**
   * Updates `isAtEnd`. Only a member who scrolls up leaves the end. A new row also increases the distance for a moment, and rows
   * whose measured heights differ from the estimates move the position: while heights change, it is not the member who scrolls,
   * unless there was a wheel, touch, key or pointer.
   */
  const readScrollPosition = useEffectEvent((element: HTMLElement) => {
    const { scrollTop, scrollHeight, clientHeight } = element
    const isFar = scrollHeight - clientHeight - scrollTop > END_THRESHOLD_PX
    const before = previous.current
    const hasSameSize = scrollHeight === before.scrollHeight && clientHeight === before.clientHeight
    if (!isFar) isAtEnd.current = true
    else if (scrollTop < before.scrollTop && (hasSameSize || hasScrollInput.current)) isAtEnd.current = false
    previous.current = { scrollTop, scrollHeight, clientHeight }
    return { isFar, isAtTop: scrollTop <= TOP_THRESHOLD_PX }
  })
  const scrollToEnd = useEffectEvent(() => {
    virtual.scrollToEnd()
    isAtEnd.current = true
    const { scrollTop = 0, scrollHeight = 0, clientHeight = 0 } = scroller.current ?? {}
    previous.current = { scrollTop, scrollHeight, clientHeight }
  })
  const handleScroll = useEffectEvent(() => {
    if (!scroller.current) return
    const { isFar, isAtTop } = readScrollPosition(scroller.current)
    setIsScrolledUp(!isAtEnd.current)
    if (!isFar) onReachEnd()
    if (isAtTop && hasOlder) onLoadOlder()
    const bottom = scroller.current.scrollTop + scroller.current.clientHeight
    const last = virtual.getVirtualItems().findLast(({ index, start, size }) => {
      const row = rows[index]
      return row?.kind === 'message' && !row.message.localState && start + Math.min(size / 2, VISIBLE_PX) <= bottom
    })
    const row = last && rows[last.index]
    if (row?.kind === 'message') scroll.onSeeMessage(row.message)
  })
  useEffect(() => {
    const element = scroller.current
    const abortController = new AbortController()
    const noteScrollInput = () => {
      hasScrollInput.current = true
    }
    const options = { passive: true, signal: abortController.signal }
    const onScroll = () => {
      handleScroll()
      hasScrollInput.current = false
    }
    element?.addEventListener('scroll', onScroll, options)
    for (const input of ['wheel', 'touchmove', 'keydown', 'pointerdown']) {
      element?.addEventListener(input, noteScrollInput, options)
    }
    return () => abortController.abort()
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
    const shownBefore = previousRef.current
    previousRef.current = { lastKey, hasNewer }
    if (!shownBefore) return scrollToEnd()
    if (scroller.current) readScrollPosition(scroller.current)
    const hasNewLast = lastKey !== shownBefore.lastKey
    const isOwnNewMessage = hasNewLast && last?.localState !== undefined
    if (isOwnNewMessage && hasNewer) onJumpToLatest()
    else if (hasNewLast && shownBefore.hasNewer) isAtEnd.current = false // the loaded newer messages are read next
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
  const { pictures, video, content, deletedAt, linkPreview, isLinkPreviewRemoved } = row.message
  const around = row.isLast ? 36 : 3
  const textHeight = 42 + Math.floor(content.length / 60) * 23
  if (video && !deletedAt) return around + getVideoHeight(video) + 8
  const cardHeight = linkPreview && !deletedAt && !isLinkPreviewRemoved ? 111 : 0
  if (pictures.length === 0 || deletedAt) return around + textHeight + cardHeight
  return around + getPicturesHeight(pictures) + (content ? textHeight : 8)
}

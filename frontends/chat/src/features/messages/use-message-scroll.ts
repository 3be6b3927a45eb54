import { useVirtualizer } from '@tanstack/react-virtual'
import { type RefObject, useCallback, useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from 'react'
import type { ShownMessage } from '../../data/outbox/waiting.ts'
import type { Row } from './rows.ts'

const NEAR_TOP = 60
const AT_END = 40

type MessageScroll = {
  scroller: RefObject<HTMLElement | null>
  rows: readonly Row[]
  messages: readonly ShownMessage[]
  hasOlder: boolean
  hasNewer: boolean
  onOlder: () => void
  onLatest: () => void
  /** The newest message is on the screen. */
  onEnd: () => void
}

/** Which rows are shown, and where: at the end at first and while one stays there, else where one is, whatever comes. */
export function useMessageScroll(scroll: MessageScroll) {
  const { scroller, rows, messages, hasOlder, hasNewer, onOlder, onLatest, onEnd } = scroll
  const [isAway, setAway] = useState(false)
  const virtual = useVirtualizer<HTMLElement, HTMLElement>({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: (index) => estimate(rows[index]),
    getItemKey: useCallback((index: number) => rows[index]?.key ?? index, [rows]),
    anchorTo: 'end',
    scrollEndThreshold: AT_END,
    overscan: 6,
    paddingStart: 16,
    paddingEnd: 16,
  })

  const atEnd = useRef(true)
  const top = useRef(0)
  /** One leaves the end by going up: for a moment it is far, too, when something came. */
  const place = useEffectEvent((element: HTMLElement) => {
    const isFar = element.scrollHeight - element.clientHeight - element.scrollTop > AT_END
    if (!isFar) atEnd.current = true
    else if (element.scrollTop < top.current) atEnd.current = false
    top.current = element.scrollTop
    return { isFar, isAtTop: element.scrollTop <= NEAR_TOP }
  })
  const toEnd = useEffectEvent(() => {
    virtual.scrollToEnd()
    atEnd.current = true
    top.current = scroller.current?.scrollTop ?? 0
  })
  const look = useEffectEvent(() => {
    if (!scroller.current) return
    const { isFar, isAtTop } = place(scroller.current)
    setAway(!atEnd.current)
    if (!isFar) onEnd()
    if (isAtTop && hasOlder) onOlder()
  })
  useEffect(() => {
    const element = scroller.current
    const listener = () => look()
    element?.addEventListener('scroll', listener, { passive: true })
    return () => element?.removeEventListener('scroll', listener)
  }, [scroller])

  useEffect(() => {
    const element = scroller.current
    if (!element) return
    // a keyboard opens, a field grows: what was at the end stays there
    const observer = new ResizeObserver(() => {
      if (atEnd.current) toEnd()
    })
    observer.observe(element)
    return () => observer.disconnect()
  }, [scroller])

  const last = messages.at(-1)
  const lastKey = last?.key
  const now = { lastKey, hasNewer }
  const before = useRef<typeof now>(undefined)
  const follow = useEffectEvent(() => {
    const { current } = before
    before.current = now
    if (!current) return toEnd()
    if (scroller.current) place(scroller.current)
    const isOther = lastKey !== current.lastKey
    const isWritten = isOther && last?.local !== undefined
    if (isWritten && hasNewer) onLatest()
    else if (isOther && current.hasNewer) atEnd.current = false // they are what one reads next
    if (isWritten || atEnd.current) toEnd() // what others write moves nobody who is elsewhere
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: something has come, wherever, or turned out larger
  useLayoutEffect(() => follow(), [rows, virtual.getTotalSize()])
  // biome-ignore lint/correctness/useExhaustiveDependencies: more rows may have filled the screen, or not
  useEffect(() => look(), [rows.length, lastKey])

  return { virtual, isAway }
}

function estimate(row: Row | undefined): number {
  if (row?.kind !== 'message') return 44
  const { messageType, media, content, deletedAt } = row.message
  const around = row.isLast ? 36 : 3
  if (messageType === 'image' && !deletedAt)
    return around + Math.min(360, 300 / ((media?.width ?? 4) / (media?.height ?? 3)))
  return around + 42 + Math.floor(content.length / 60) * 23
}

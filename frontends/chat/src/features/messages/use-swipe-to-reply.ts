import { type PointerEvent, useRef } from 'react'
import { canStartSwipe, classifyMovement, getSwipeOffset, SWIPE_THRESHOLD_PX } from './swipe-offset.ts'

/** A touch from its start. It may still become a scroll; `isActive` once it is a swipe. */
type Swipe = { pointerId: number; startX: number; startY: number; isActive: boolean }

/**
 * Returns handlers of a message. A swipe to the right by touch calls `onReply` if the finger is lifted beyond the threshold.
 * During the swipe the element has the custom property `--swipe` (the distance by which it moves, in px) and the attribute
 * `data-swipe`: `started`, or `far` once the finger is beyond the threshold.
 */
export function useSwipeToReply(onReply: () => void) {
  const swipe = useRef<Swipe>(undefined)

  const end = ({ currentTarget, pointerId }: PointerEvent<HTMLElement>, isReleased: boolean) => {
    if (swipe.current?.pointerId !== pointerId) return
    const isReply = isReleased && currentTarget.dataset['swipe'] === 'far'
    swipe.current = undefined
    delete currentTarget.dataset['swipe']
    currentTarget.style.removeProperty('--swipe')
    if (isReply) onReply()
  }
  return {
    onPointerDown: ({ pointerType, isPrimary, pointerId, clientX, clientY }: PointerEvent<HTMLElement>) => {
      if (pointerType !== 'touch' || !isPrimary || !canStartSwipe(clientX, window.innerWidth)) return
      swipe.current = { pointerId, startX: clientX, startY: clientY, isActive: false }
    },
    onPointerMove: ({ currentTarget, pointerId, clientX, clientY }: PointerEvent<HTMLElement>) => {
      const current = swipe.current
      if (!current || current.pointerId !== pointerId) return
      const dx = clientX - current.startX
      if (!current.isActive) {
        const movement = classifyMovement(dx, clientY - current.startY)
        if (movement === 'other') swipe.current = undefined
        current.isActive = movement === 'swipe'
        if (!current.isActive) return
      }
      currentTarget.dataset['swipe'] = dx >= SWIPE_THRESHOLD_PX ? 'far' : 'started'
      currentTarget.style.setProperty('--swipe', `${getSwipeOffset(dx)}px`)
    },
    onPointerUp: (event: PointerEvent<HTMLElement>) => end(event, true),
    onPointerCancel: (event: PointerEvent<HTMLElement>) => end(event, false),
  }
}

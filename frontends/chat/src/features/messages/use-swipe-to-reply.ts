import { type PointerEvent, useRef } from 'react'
import { canStartSwipe, classifyMovement, getSwipeOffset, SWIPE_THRESHOLD_PX } from './swipe-offset.ts'

type Swipe = { pointerId: number; x: number; y: number; isActive: boolean }

/**
 * Returns handlers that call `onReply` after a swipe to the right by touch. While it lasts, the element has the custom
 * property `--swipe` (the offset in px) and the attribute `data-swipe`: `started`, or `far` behind the threshold.
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
      swipe.current = { pointerId, x: clientX, y: clientY, isActive: false }
    },
    onPointerMove: ({ currentTarget, pointerId, clientX, clientY }: PointerEvent<HTMLElement>) => {
      const current = swipe.current
      if (!current || current.pointerId !== pointerId) return
      const dx = clientX - current.x
      if (!current.isActive) {
        const movement = classifyMovement(dx, clientY - current.y)
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

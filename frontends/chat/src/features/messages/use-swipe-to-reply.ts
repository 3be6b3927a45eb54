import { type PointerEvent, useRef } from 'react'

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

/** A swipe of this length replies. */
export const SWIPE_THRESHOLD_PX = 50
/** Movement by which a swipe and a scroll are told apart. */
const MIN_MOVEMENT_PX = 10
/** The system's Back gesture starts at the edges of the screen. */
const EDGE_WIDTH_PX = 24
const RESISTANCE = 0.2

/** Returns false for a touch at an edge of the screen. */
export const canStartSwipe = (x: number, screenWidth: number): boolean =>
  x > EDGE_WIDTH_PX && x < screenWidth - EDGE_WIDTH_PX

/** Decides a movement: a swipe to the right, something else such as a scroll, or undefined while it is too short. */
export function classifyMovement(dx: number, dy: number): 'swipe' | 'other' | undefined {
  if (Math.max(Math.abs(dx), Math.abs(dy)) < MIN_MOVEMENT_PX) return undefined
  return dx > 2 * Math.abs(dy) ? 'swipe' : 'other'
}

/** Returns the distance in px that a message moves. Behind the threshold it resists. */
export function getSwipeOffset(dx: number): number {
  const distance = Math.max(0, dx)
  if (distance <= SWIPE_THRESHOLD_PX) return distance
  return SWIPE_THRESHOLD_PX + (distance - SWIPE_THRESHOLD_PX) * RESISTANCE
}

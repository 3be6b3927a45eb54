import { describe, expect, it } from '@jest/globals'
import { canStartSwipe, classifyMovement, getSwipeOffset, SWIPE_THRESHOLD_PX } from './use-swipe-to-reply.ts'

describe('canStartSwipe', () => {
  it('leaves the edges of the screen to the system', () => {
    expect([0, 24, 25, 365, 366, 390].map((x) => canStartSwipe(x, 390))).toEqual([
      false,
      false,
      true,
      true,
      false,
      false,
    ])
  })
})

describe('classifyMovement', () => {
  it.each([
    [4, 3, undefined],
    [12, 2, 'swipe'],
    [12, -7, 'other'],
    [-30, 0, 'other'],
    [2, 14, 'other'],
  ] as const)('decides (%d, %d): %s', (dx, dy, movement) => {
    expect(classifyMovement(dx, dy)).toBe(movement)
  })
})

describe('getSwipeOffset', () => {
  it('follows the finger up to the threshold, and resists behind it', () => {
    expect([-20, 0, 30, SWIPE_THRESHOLD_PX, 150].map(getSwipeOffset)).toEqual([0, 0, 30, 50, 70])
  })
})

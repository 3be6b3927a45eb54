import { expect, it } from '@jest/globals'
import { toDragAxis, toDragResult } from './drag.ts'

it('knows the axis of a drag after a few pixels', () => {
  expect(toDragAxis({ x: 3, y: -2 })).toBeUndefined()
  expect(toDragAxis({ x: -12, y: 4 })).toBe('x')
  expect(toDragAxis({ x: 5, y: 20 })).toBe('y')
})

it.each([
  ['to the left, far', 'x', { x: -120, y: 10 }, 1000, 'next'],
  ['to the right, short and fast', 'x', { x: 40, y: 0 }, 60, 'previous'],
  ['to the right, short and slow', 'x', { x: 40, y: 0 }, 600, undefined],
  ['down, far', 'y', { x: 0, y: 150 }, 900, 'close'],
  ['up, far', 'y', { x: 0, y: -150 }, 900, undefined],
] as const)('a drag %s', (_, axis, distance, durationMs, result) => {
  expect(toDragResult(axis, distance, durationMs)).toBe(result)
})

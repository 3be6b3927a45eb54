import { expect, it } from '@jest/globals'
import { readHoldGesture } from './use-hold-to-record.ts'

const readEnd = (dx: number, dy: number, isRightToLeft = false) => readHoldGesture(dx, dy, isRightToLeft).end

it('discards after a long movement to the beginning of the line', () => {
  expect([readEnd(-95, 0), readEnd(-96, 0), readEnd(96, 0)]).toEqual([undefined, 'cancel', undefined])
  expect([readEnd(95, 0, true), readEnd(96, 0, true), readEnd(-96, 0, true)]).toEqual([undefined, 'cancel', undefined])
  expect(readHoldGesture(-40, -10, false).slide).toBe(40)
  expect(readHoldGesture(40, -10, false).slide).toBe(0)
})

it('lets go after a movement upwards, unless it goes further to the side', () => {
  expect([readEnd(0, -71), readEnd(0, -72), readEnd(0, 200)]).toEqual([undefined, 'lock', undefined])
  expect([readEnd(-60, -80), readEnd(-90, -80), readEnd(-100, -80)]).toEqual(['lock', undefined, 'cancel'])
})

import { afterEach, describe, expect, it, jest } from '@jest/globals'
import { act, render, screen } from '@testing-library/react'
import { formatRelativeTime } from './format-relative-time.ts'
import { Time } from './time.tsx'

const noon = new Date('2026-05-01T12:00:00.000Z')
const before = (seconds: number) => new Date(noon.getTime() - seconds * 1_000)

describe('formatRelativeTime', () => {
  it.each([
    [-30, 'now'],
    [0, 'now'],
    [59, 'now'],
    [60, '1m'],
    [59 * 60 + 59, '59m'],
    [60 * 60, '1h'],
    [24 * 60 * 60 - 1, '23h'],
    [24 * 60 * 60, '1d'],
    [400 * 24 * 60 * 60, '400d'],
  ])('%p seconds ago is %p', (seconds, shown) => {
    expect(formatRelativeTime(before(seconds), noon)).toBe(shown)
  })
})

describe('Time', () => {
  afterEach(() => void jest.useRealTimers())

  it('updates by itself and has the exact time as its title', () => {
    jest.useFakeTimers({ now: noon })
    render(<Time at={before(50)} />)
    expect(screen.getByText('now')).toHaveAttribute('dateTime', '2026-05-01T11:59:10.000Z')
    act(() => jest.advanceTimersByTime(30_000))
    expect(screen.getByText('1m')).toBeInTheDocument()
  })
})

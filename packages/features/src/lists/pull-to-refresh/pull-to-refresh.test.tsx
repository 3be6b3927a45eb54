import { beforeEach, describe, expect, it, jest } from '@jest/globals'
import { ToastProvider } from '@meadow/web'
import { act, fireEvent, render, screen } from '@testing-library/react'
import { PullToRefresh } from './pull-to-refresh.tsx'

let answer: { resolve: () => void; reject: () => void }
const onRefresh = jest.fn(
  () => new Promise<void>((resolve, reject) => (answer = { resolve, reject: () => reject(new Error('offline')) })),
)

beforeEach(() => {
  onRefresh.mockClear()
  window.scrollY = 0
  render(
    <ToastProvider>
      <PullToRefresh onRefresh={onRefresh} />
      <p>first item</p>
      <dialog open>
        <p>a layer</p>
      </dialog>
    </ToastProvider>,
  )
})

/** Moves a finger from a place on the item. @returns false if the browser may not scroll */
function pull(dx: number, dy: number, { on = 'first item', fingers = 1 } = {}): boolean {
  const target = screen.getByText(on)
  const touchesAt = (x: number, y: number) => Array.from({ length: fingers }, () => ({ clientX: x, clientY: y }))
  fireEvent.touchStart(target, { touches: touchesAt(200, 200) })
  const mayScroll = fireEvent.touchMove(target, { touches: touchesAt(200 + dx, 200 + dy) })
  fireEvent.touchEnd(target, { touches: [] })
  return mayScroll
}

describe('a pull', () => {
  it('refreshes, shows that, and says when it is done', async () => {
    expect(pull(0, 150)).toBe(false)
    expect(onRefresh).toHaveBeenCalledTimes(1)
    expect(screen.getByText('Refreshing')).toBeInTheDocument()
    await act(async () => answer.resolve())
    expect(screen.queryByText('Refreshing')).not.toBeInTheDocument()
    expect(screen.getByText('Up to date')).toHaveAttribute('role', 'status')
  })

  it('says that the refresh failed', async () => {
    pull(0, 150)
    await act(async () => answer.reject())
    expect(screen.getByRole('alert')).toHaveTextContent('Failed to refresh')
    expect(screen.queryByText('Refreshing')).not.toBeInTheDocument()
  })

  it('during a refresh starts no other', () => {
    pull(0, 150)
    pull(0, 150)
    expect(onRefresh).toHaveBeenCalledTimes(1)
  })

  it('does nothing if it is short', () => {
    pull(0, 60)
    expect(onRefresh).not.toHaveBeenCalled()
  })

  it('scrolls or swipes as before: upwards, sideways, below the top, with two fingers', () => {
    expect(pull(0, -150)).toBe(true)
    expect(pull(180, 150)).toBe(true)
    expect(pull(0, 150, { fingers: 2 })).toBe(true)
    window.scrollY = 10
    expect(pull(0, 150)).toBe(true)
    expect(onRefresh).not.toHaveBeenCalled()
  })

  it('of a layer over the list is not a pull of the list', () => {
    expect(pull(0, 150, { on: 'a layer' })).toBe(true)
    expect(onRefresh).not.toHaveBeenCalled()
  })
})

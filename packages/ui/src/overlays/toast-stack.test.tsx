import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals'
import { act, fireEvent, render, screen } from '@testing-library/react'
import { ToastStack } from './toast-stack.tsx'

const saved = { id: 'a', tone: 'success' as const, title: 'Saved', action: { label: 'Undo', onSelect: () => {} } }
const pass = (ms: number) => act(() => jest.advanceTimersByTime(ms))

beforeEach(() => void jest.useFakeTimers())
afterEach(() => void jest.useRealTimers())

/** A page with two buttons. */
const Page = ({ toasts }: { toasts: (typeof saved)[] }) => (
  <>
    <button type="button">Attach</button>
    <button type="button">Send</button>
    <ToastStack toasts={toasts} onClose={() => {}} />
  </>
)

describe('ToastStack', () => {
  it('removes a toast after five seconds', () => {
    const onClose = jest.fn()
    render(<ToastStack toasts={[saved]} onClose={onClose} />)
    pass(4_999)
    expect(onClose).not.toHaveBeenCalled()
    pass(1)
    expect(onClose).toHaveBeenCalledWith('a')
  })

  it('pauses while hovered or focused, then continues with the remaining time', () => {
    const onClose = jest.fn()
    render(<ToastStack toasts={[saved]} onClose={onClose} />)
    const stack = screen.getByRole('region', { name: 'Messages' })
    pass(4_000)
    fireEvent.pointerEnter(stack)
    pass(60_000)
    act(() => screen.getByRole('button', { name: 'Undo' }).focus())
    fireEvent.pointerLeave(stack)
    pass(60_000)
    expect(onClose).not.toHaveBeenCalled()
    act(() => screen.getByRole('button', { name: 'Undo' }).blur())
    pass(1_000)
    expect(onClose).toHaveBeenCalledTimes(1)
  })

  describe('beside what the member has just used', () => {
    /** Lays out the page: toasts at the bottom left, or at the bottom right, of 100 px each; the other elements by their text. */
    function layOut(areas: Record<string, DOMRect>) {
      jest.spyOn(Element.prototype, 'getBoundingClientRect').mockImplementation(function (this: Element) {
        const side = this.closest<HTMLElement>('[data-side]')?.dataset['side']
        if (side) return new DOMRect(side === 'usual' ? 0 : 500, 500, 100, 100)
        return areas[this.textContent] ?? new DOMRect()
      })
    }
    afterEach(() => void jest.restoreAllMocks())

    const showAfterPress = (name: string) => {
      const { rerender } = render(<Page toasts={[]} />)
      fireEvent.pointerDown(screen.getByRole('button', { name }))
      rerender(<Page toasts={[saved]} />)
      return screen.getByRole('region', { name: 'Messages' }).dataset['side']
    }

    it('moves to the other side if it would cover it', () => {
      layOut({ Attach: new DOMRect(40, 540, 20, 20), Send: new DOMRect(300, 540, 20, 20) })
      expect(showAfterPress('Attach')).toBe('other')
    })

    it('stays at its side if it covers nothing in use', () => {
      layOut({ Attach: new DOMRect(40, 540, 20, 20), Send: new DOMRect(300, 540, 20, 20) })
      expect(showAfterPress('Send')).toBe('usual')
    })

    it('stays at its side if it would cover it at both', () => {
      layOut({ Attach: new DOMRect(0, 540, 600, 20) })
      expect(showAfterPress('Attach')).toBe('usual')
    })
  })

  it('runs its action once, and closes', () => {
    const onClose = jest.fn()
    const onSelect = jest.fn()
    render(<ToastStack toasts={[{ ...saved, action: { label: 'Undo', onSelect } }]} onClose={onClose} />)
    fireEvent.click(screen.getByRole('button', { name: 'Undo' }))
    expect(onSelect).toHaveBeenCalledTimes(1)
    expect(onClose).toHaveBeenCalledWith('a')
  })
})

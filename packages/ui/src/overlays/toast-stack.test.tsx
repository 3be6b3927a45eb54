import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals'
import { act, fireEvent, render, screen } from '@testing-library/react'
import { ToastStack } from './toast-stack.tsx'

const saved = { id: 'a', tone: 'success' as const, title: 'Saved', action: { label: 'Undo', onSelect: () => {} } }
const pass = (ms: number) => act(() => jest.advanceTimersByTime(ms))

beforeEach(() => void jest.useFakeTimers())
afterEach(() => void jest.useRealTimers())

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

  it('runs its action once, and closes', () => {
    const onClose = jest.fn()
    const onSelect = jest.fn()
    render(<ToastStack toasts={[{ ...saved, action: { label: 'Undo', onSelect } }]} onClose={onClose} />)
    fireEvent.click(screen.getByRole('button', { name: 'Undo' }))
    expect(onSelect).toHaveBeenCalledTimes(1)
    expect(onClose).toHaveBeenCalledWith('a')
  })
})

import { expect, it, jest } from '@jest/globals'
import { act, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { ComposeButton } from './compose-button.tsx'

let report: (entry: { isIntersecting: boolean; top: number }) => void = () => undefined

globalThis.IntersectionObserver = class {
  constructor(callback: IntersectionObserverCallback) {
    report = ({ isIntersecting, top }) => {
      const entry = { isIntersecting, boundingClientRect: { top } } as IntersectionObserverEntry
      act(() => callback([entry], this as never))
    }
  }
  observe() {}
  disconnect() {}
} as never

const findButton = () => screen.queryByRole('button', { name: 'Write a post' })

it('is there only while the composer above it is out of sight', async () => {
  const onCompose = jest.fn()
  render(<ComposeButton onCompose={onCompose}>prompt</ComposeButton>)
  expect(findButton()).not.toBeInTheDocument()
  report({ isIntersecting: false, top: 900 }) // the composer is still below: a long welcome
  expect(findButton()).not.toBeInTheDocument()
  report({ isIntersecting: false, top: -20 })
  await userEvent.click(screen.getByRole('button', { name: 'Write a post' }))
  expect(onCompose).toHaveBeenCalledTimes(1)
  report({ isIntersecting: true, top: 100 })
  expect(findButton()).not.toBeInTheDocument()
})

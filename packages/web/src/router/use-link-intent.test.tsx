import { afterEach, beforeEach, expect, it, jest } from '@jest/globals'
import { fireEvent, render, screen } from '@testing-library/react'
import { useLinkIntent } from './use-link-intent.ts'

const onIntent = jest.fn<(pathname: string) => void>()

function Links() {
  useLinkIntent(onIntent)
  return (
    <>
      <a href="/friends">
        <b>Friends</b>
      </a>
      <a href="https://example.org/friends">Elsewhere</a>
      <a href="/">This page</a>
    </>
  )
}

const press = (element: Element) => fireEvent(element, new MouseEvent('pointerdown', { bubbles: true, button: 0 }))

beforeEach(() => {
  onIntent.mockClear()
  jest.useFakeTimers()
})
afterEach(() => {
  jest.useRealTimers()
  Reflect.deleteProperty(navigator, 'connection')
})

it('reports a pressed link at once', () => {
  render(<Links />)
  press(screen.getByText('Friends'))
  expect(onIntent.mock.calls).toEqual([['/friends']])
})

it('reports a focused link, but not one that the focus only passes', () => {
  render(<Links />)
  fireEvent.focusIn(screen.getByText('Friends'))
  fireEvent.focusIn(screen.getByText('This page'))
  jest.advanceTimersByTime(500)
  expect(onIntent).not.toHaveBeenCalled()
  fireEvent.focusIn(screen.getByText('Friends'))
  jest.advanceTimersByTime(500)
  expect(onIntent.mock.calls).toEqual([['/friends']])
})

it.each(['Elsewhere', 'This page'])('does not report the link "%s"', (name) => {
  render(<Links />)
  press(screen.getByText(name))
  expect(onIntent).not.toHaveBeenCalled()
})

it('reports nothing if the member saves data', () => {
  Object.assign(navigator, { connection: { saveData: true } })
  render(<Links />)
  press(screen.getByText('Friends'))
  expect(onIntent).not.toHaveBeenCalled()
})

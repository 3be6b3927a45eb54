import { afterEach, beforeEach, expect, it, jest } from '@jest/globals'
import { act, fireEvent, render, screen } from '@testing-library/react'
import { Link, MemoryRouter, Navigate, Route, Routes, useNavigate } from 'react-router'
import { useDocumentTitle } from '../page/use-document-title.ts'
import { PageAnnouncer } from './page-announcer.tsx'
import { useFocusHeading } from './use-focus-heading.ts'
import { useShownLocation } from './use-shown-location.ts'

let finishLoading = () => {}

beforeEach(() => {
  jest.useFakeTimers()
})
afterEach(() => {
  jest.useRealTimers()
})

function Page({ title }: { title: string }) {
  useDocumentTitle(title)
  const navigate = useNavigate()
  return (
    <main>
      <h1>{title}</h1>
      <button type="button" onClick={() => void navigate(-1)}>
        Back
      </button>
    </main>
  )
}

const PageWithField = () => (
  <main>
    <h1>Chat</h1>
    {/* biome-ignore lint/a11y/noAutofocus: the page keeps this focus */}
    <input aria-label="Message" autoFocus />
  </main>
)

function App() {
  const { promise, resolve } = Promise.withResolvers<void>()
  const shown = useShownLocation(() => {
    finishLoading = resolve
    return promise
  })
  useFocusHeading(shown)
  return (
    <>
      <Link to="/friends">to friends</Link>
      <Link to="/old">to old</Link>
      <Link to="/chat">to chat</Link>
      <Routes location={shown.location}>
        <Route path="/" element={<Navigate replace to="/home" />} />
        <Route path="/home" element={<Page title="Home" />} />
        <Route path="/friends" element={<Page title="Friends" />} />
        <Route path="/old" element={<Navigate replace to="/friends" />} />
        <Route path="/chat" element={<PageWithField />} />
      </Routes>
      <PageAnnouncer {...shown} />
    </>
  )
}

const show = () =>
  render(
    <MemoryRouter initialEntries={['/']}>
      <App />
    </MemoryRouter>,
  )
const pass = (ms: number) => act(() => jest.advanceTimersByTimeAsync(ms))
const findHeading = () => screen.getByRole('heading', { level: 1 })

it('keeps the old page while the next one loads, for at most 150 ms', async () => {
  show()
  fireEvent.click(screen.getByText('to friends'))
  await pass(140)
  expect(findHeading()).toHaveTextContent('Home')
  await pass(20)
  expect(findHeading()).toHaveTextContent('Friends')
})

it('shows the next page as soon as it is loaded', async () => {
  show()
  fireEvent.click(screen.getByText('to friends'))
  finishLoading()
  await pass(0)
  expect(findHeading()).toHaveTextContent('Friends')
})

it('focuses the heading and announces the title after each navigation, but not on the first page', async () => {
  show()
  await pass(200)
  expect(findHeading()).toHaveTextContent('Home')
  expect(findHeading()).not.toHaveFocus()
  expect(screen.getByRole('status')).toBeEmptyDOMElement()
  fireEvent.click(screen.getByText('to friends'))
  await pass(200)
  expect(findHeading()).toHaveFocus()
  expect(screen.getByRole('status')).toHaveTextContent('Friends')
  fireEvent.click(screen.getByText('Back'))
  await pass(200)
  expect(findHeading()).toHaveTextContent('Home')
  expect(findHeading()).toHaveFocus()
  expect(screen.getByRole('status')).toHaveTextContent('Home')
})

it('leaves the focus with a page that sets it', async () => {
  show()
  fireEvent.click(screen.getByText('to chat'))
  await pass(200)
  expect(screen.getByLabelText('Message')).toHaveFocus()
})

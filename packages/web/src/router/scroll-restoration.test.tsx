import { beforeEach, expect, it, jest } from '@jest/globals'
import { act, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { Link, MemoryRouter, Route, Routes, useLocation, useNavigate, useNavigationType } from 'react-router'
import { scrollPositions } from './scroll-positions.ts'
import { ScrollRestoration } from './scroll-restoration.ts'

let longest = 0
let grow: () => void = () => undefined

/** A window that scrolls, on a page that is `longest` pixels long. */
beforeEach(() => {
  scrollPositions.clear()
  longest = 5_000
  window.scrollY = 0
  jest.spyOn(window, 'scrollTo').mockImplementation((...[, y]: unknown[]) => {
    window.scrollY = Math.min(Number(y), longest)
  })
  globalThis.ResizeObserver = class {
    constructor(callback: ResizeObserverCallback) {
      grow = () => callback([], this)
    }
    observe() {}
    unobserve() {}
    disconnect() {
      grow = () => undefined
    }
  }
})

function scrollBy(y: number) {
  window.scrollY = y
  act(() => void window.dispatchEvent(new Event('scroll')))
}

function Back() {
  const navigate = useNavigate()
  return (
    <button type="button" onClick={() => void navigate(-1)}>
      back
    </button>
  )
}

const List = () => (
  <>
    <Link to="/post">post</Link>
    <Link to="/list?tab=2" replace state={{ stay: true }}>
      tab
    </Link>
  </>
)

const Restoration = () => <ScrollRestoration location={useLocation()} navigationType={useNavigationType()} />

const show = (first = '/list') =>
  render(
    <MemoryRouter initialEntries={[first]}>
      <Routes>
        <Route path="/list" element={<List />} />
        <Route path="/post" element={<Back />} />
      </Routes>
      <Restoration />
    </MemoryRouter>,
  )

it('starts a new page at the top, and restores the position after Back', async () => {
  show()
  scrollBy(1200)
  await userEvent.click(screen.getByRole('link', { name: 'post' }))
  expect(window.scrollY).toBe(0)
  await userEvent.click(screen.getByRole('button'))
  expect(window.scrollY).toBe(1200)
})

it('restores the position when the page is long enough, unless the member scrolls first', async () => {
  show()
  scrollBy(1200)
  await userEvent.click(screen.getByRole('link', { name: 'post' }))
  longest = 300
  await userEvent.click(screen.getByRole('button'))
  expect(window.scrollY).toBe(300)
  longest = 800
  grow()
  expect(window.scrollY).toBe(800)
  window.dispatchEvent(new Event('wheel'))
  longest = 5_000
  grow()
  expect(window.scrollY).toBe(800)
})

it('starts another page at the top, although the first entry of every load has the same key', () => {
  show().unmount()
  scrollBy(0)
  const { unmount } = show()
  scrollBy(700)
  unmount()
  show('/post')
  expect(window.scrollY).toBe(0)
})

it('does not scroll if the navigation has the state `stay`', async () => {
  show()
  scrollBy(1200)
  await userEvent.click(screen.getByRole('link', { name: 'tab' }))
  expect(window.scrollY).toBe(1200)
  await userEvent.click(screen.getByRole('link', { name: 'post' }))
  await userEvent.click(screen.getByRole('button'))
  expect(window.scrollY).toBe(1200)
})

import { beforeEach, expect, it } from '@jest/globals'
import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { Link, MemoryRouter } from 'react-router'
import { useHideBarsOnScroll } from './use-hide-bars-on-scroll.ts'

function Page() {
  useHideBarsOnScroll()
  return <Link to="/other">other</Link>
}

const isHidden = () => document.documentElement.dataset['bars'] === 'hidden'
function scrollWindowTo(y: number) {
  window.scrollY = y
  window.dispatchEvent(new Event('scroll'))
}

beforeEach(() => {
  Object.defineProperty(document.documentElement, 'scrollHeight', { value: 10_000, configurable: true })
  window.scrollY = 0
  render(
    <MemoryRouter>
      <Page />
    </MemoryRouter>,
  )
})

it('hides the bars on the way down, and shows them on the way up', () => {
  for (const y of [50, 100, 150]) scrollWindowTo(y)
  expect(isHidden()).toBe(true)
  scrollWindowTo(130)
  expect(isHidden()).toBe(false)
})

it('ignores small movements, jumps, and what is past the ends of the page', () => {
  scrollWindowTo(100)
  scrollWindowTo(95)
  expect(isHidden()).toBe(true)
  scrollWindowTo(20)
  expect(isHidden()).toBe(false)
  scrollWindowTo(5_000)
  expect(isHidden()).toBe(false)
  scrollWindowTo(10_300)
  expect(isHidden()).toBe(false)
})

it('shows the bars on another page', async () => {
  scrollWindowTo(100)
  await userEvent.click(screen.getByRole('link'))
  expect(isHidden()).toBe(false)
})

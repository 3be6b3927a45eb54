import { beforeEach, expect, it } from '@jest/globals'
import { ann, fakeIntersectionObserver } from '@meadow/features/testing'
import { memberStorage } from '@meadow/web'
import { fireEvent, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { renderFeed } from '../../testing/render-feed.tsx'

const RESPONSES = {
  'GET /search': () => ({ posts: [], highlights: [], tags: [], pagination: { hasMore: false }, nextCursor: null }),
}
const openSearch = async () => {
  await userEvent.click(await screen.findByRole('button', { name: 'Search posts' }))
  return screen.findByRole('textbox', { name: 'Search posts' })
}

beforeEach(() => fakeIntersectionObserver())

it.each(['/home', '/discover'])('opens the posts that are found from %s, and nothing without a text', async (path) => {
  renderFeed(path, RESPONSES)
  await userEvent.type(await openSearch(), '  {Enter}')
  expect(screen.getByLabelText('address')).toHaveTextContent(path)
  await userEvent.keyboard('swallows & #moss{Enter}')
  expect(await screen.findByDisplayValue('swallows & #moss')).toBeVisible()
  expect(screen.getByLabelText('address')).toHaveTextContent('/search')
  expect(memberStorage.read(ann._id, 'recent-searches')).toBe('["swallows & #moss"]')
})

it('is cleared and closed by Escape, which leaves the focus on its button', async () => {
  renderFeed('/home', RESPONSES)
  const field = await openSearch()
  expect(field).toHaveFocus()
  await userEvent.keyboard('moss{Escape}')
  expect(field).toHaveValue('')
  await userEvent.keyboard('{Escape}')
  expect(field).not.toBeInTheDocument()
  expect(screen.getByRole('button', { name: 'Search posts' })).toHaveFocus()
})

it('stays open, with the focus in the field, when it is cleared', async () => {
  renderFeed('/home', RESPONSES)
  const field = await openSearch()
  await userEvent.type(field, 'moss')
  await userEvent.click(screen.getByRole('button', { name: 'Clear the search' }))
  expect(field).toHaveFocus()
  await userEvent.keyboard('fern')
  expect(field).toHaveValue('fern')
})

it('stays open while the member looks at another window', async () => {
  renderFeed('/home', RESPONSES)
  const field = await openSearch()
  fireEvent.blur(field) // it stays the active element
  expect(field).toBeVisible()
})

it('closes when the focus moves on, and keeps the text', async () => {
  renderFeed('/home', RESPONSES)
  const field = await openSearch()
  await userEvent.type(field, 'moss')
  await userEvent.tab() // to the button that clears it
  expect(screen.getByRole('button', { name: 'Clear the search' })).toHaveFocus()
  await userEvent.tab()
  expect(field).not.toBeInTheDocument()
  expect(await openSearch()).toHaveValue('moss')
})

import { expect, it } from '@jest/globals'
import { fakeApi, renderPage } from '@meadow/web/testing'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { ann, annAsAuthor, aPost, kofi } from '../testing/fixtures.ts'
import { PostViews } from './post-views.tsx'

type Views = { count: number; firstDay: string | null; lastDay: string | null; isHidden: boolean }

const SEEN: Views = { count: 12, firstDay: '2026-03-02', lastDay: '2026-03-05', isHidden: false }

function render(views: Views | null, post = aPost({ user: kofi })) {
  localStorage.clear()
  const network = fakeApi({ 'GET /auth/me': () => ann, 'GET /posts/:id/views': () => ({ views }) })
  renderPage(<PostViews post={post} />)
  return network
}

async function open(name: string) {
  await userEvent.click(await screen.findByRole('button', { name }))
  return within(await screen.findByRole('dialog', { name: 'Views' }))
}

it('a tap on the views says since when they are counted, and what a view is', async () => {
  render(SEEN)
  const dialog = await open('12 views')
  expect(dialog.getByText('12 views since March 2, 2026, the latest on March 5, 2026.')).toBeVisible()
  expect(dialog.getByText(/half of the post on their screen for a second/)).toBeVisible()
  expect(dialog.getByText('Counted live. Without that list, the number cannot be checked later.')).toBeVisible()
  expect(dialog.queryByRole('switch')).not.toBeInTheDocument()
})

it('large numbers are short, and one view and none have words of their own', async () => {
  render({ ...SEEN, count: 12_000 })
  expect(await screen.findByRole('button', { name: '12K views' })).toBeVisible()
})

it('a post that nobody has seen says so', async () => {
  render({ count: 0, firstDay: null, lastDay: null, isHidden: false })
  expect((await open('0 views')).getByText('Nobody has seen this post yet.')).toBeVisible()
})

it('nothing is shown where the author hides the views', async () => {
  const network = render(null)
  await waitFor(() => expect(network.count('GET /posts/:id/views')).toBe(1))
  await waitFor(() => expect(screen.queryByRole('button')).not.toBeInTheDocument())
})

it('the author hides the number from others, and a refusal shows it again', async () => {
  const network = render(SEEN, aPost({ user: annAsAuthor }))
  network.respondWith({ 'POST /posts/:id/views-hidden': () => ({ isHidden: true }) })
  const dialog = await open('12 views')
  const hide = await dialog.findByRole('switch', { name: 'Hide the number from others' })
  expect(hide).not.toBeChecked()
  await userEvent.click(hide)
  await waitFor(() => expect(network.last('POST /posts/:id/views-hidden')?.body).toEqual({ state: true }))
  expect(hide).toBeChecked()
  network.respondWith({ 'POST /posts/:id/views-hidden': () => ({ refuse: { status: 403, code: 'not_your_post' } }) })
  await userEvent.click(hide)
  await waitFor(() => expect(network.count('POST /posts/:id/views-hidden')).toBe(2))
  await waitFor(() => expect(hide).toBeChecked())
})

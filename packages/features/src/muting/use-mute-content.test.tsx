import { expect, it } from '@jest/globals'
import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { aPage, aPost } from '../testing/fixtures.ts'
import { renderPostList } from '../testing/render-post-list.tsx'

const post = aPost({ content: 'The finale' })
const responses = {
  'GET /posts': () => aPage([post]),
  'GET /posts/muted': () => ({ posts: [], tags: [] }),
  'POST /posts/:id/mute': () => ({ isMuted: true, mutedUntil: null }),
}
const choose = async (name: string) => {
  await userEvent.click(await screen.findByRole('button', { name: 'More' }))
  await userEvent.click(await screen.findByRole('menuitem', { name }))
}

it('mutes a thread from the menu of its post for a time, and takes that back by Undo', async () => {
  const network = renderPostList(responses)
  await choose('Mute this thread')
  await userEvent.click(await screen.findByRole('button', { name: '7 days' }))
  await waitFor(() => expect(screen.queryByText('The finale')).not.toBeInTheDocument())
  expect(await screen.findByText('You muted this thread')).toBeVisible()
  await waitFor(() => expect(network.count('POST /posts/:id/mute')).toBe(1))
  const body = network.last('POST /posts/:id/mute')?.body
  expect(body).toMatchObject({ state: true })
  const { until } = body as { until: string }
  expect(Math.round((Date.parse(until) - Date.now()) / 3_600_000)).toBe(7 * 24)
  network.respondWith({ 'POST /posts/:id/mute': () => ({ isMuted: false, mutedUntil: null }) })
  await userEvent.click(screen.getByRole('button', { name: 'Undo' }))
  expect(await screen.findByText('The finale')).toBeVisible()
  await waitFor(() => expect(network.last('POST /posts/:id/mute')?.body).toEqual({ state: false }))
})

it('offers to unmute a muted thread', async () => {
  const network = renderPostList({
    ...responses,
    'GET /posts/muted': () => ({ posts: [{ _id: post._id, mutedUntil: null }], tags: [] }),
    'POST /posts/:id/mute': () => ({ isMuted: false, mutedUntil: null }),
  })
  await choose('Unmute this thread')
  await waitFor(() => expect(network.last('POST /posts/:id/mute')?.body).toEqual({ state: false }))
  expect(await screen.findByText('You unmuted this thread')).toBeVisible()
})

it('shows the post again if the mute is refused, and says why', async () => {
  const refuse = { status: 409, code: 'content_mute_limit_reached', error: 'You have reached the maximum' }
  renderPostList({ ...responses, 'POST /posts/:id/mute': () => ({ refuse }) })
  await choose('Mute this thread')
  await userEvent.click(await screen.findByRole('button', { name: 'Until I unmute it' }))
  expect(await screen.findByText('You have reached the maximum')).toBeVisible()
  expect(await screen.findByText('The finale')).toBeVisible()
})

import { expect, it } from '@jest/globals'
import { aPage, aPost } from '@meadow/features/testing'
import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { renderFeed } from '../../testing/render-feed.tsx'

const post = aPost({ content: '#moss grows', facets: [{ start: 0, end: 5, tag: 'moss' }] })
const responses = {
  'GET /tags/:tag': () => ({ tag: 'moss', postsCount: 1, isFollowing: false }),
  'GET /tags/:tag/posts': () => aPage([post]),
  'GET /posts/muted': () => ({ posts: [], tags: [] }),
}

it('mutes the tag, still shows its posts, and unmutes it', async () => {
  const network = renderFeed('/tag/moss', {
    ...responses,
    'POST /tags/:tag/mute': () => ({ tag: 'moss', isMuted: true, mutedUntil: null }),
  })
  await userEvent.click(await screen.findByRole('button', { name: 'Mute #moss' }))
  await userEvent.click(await screen.findByRole('button', { name: 'Until I unmute it' }))
  expect(await screen.findByText('You muted #moss')).toBeVisible()
  expect(screen.getByText('You mute this tag. Its posts stay out of your feeds.')).toBeVisible()
  expect(screen.getByRole('article')).toBeVisible()
  await waitFor(() =>
    expect(network.last('POST /tags/:tag/mute')).toMatchObject({
      path: '/tags/moss/mute',
      body: { state: true, until: null },
    }),
  )
  network.respondWith({ 'POST /tags/:tag/mute': () => ({ tag: 'moss', isMuted: false, mutedUntil: null }) })
  await userEvent.click(screen.getByRole('button', { name: 'Unmute #moss' }))
  await waitFor(() => expect(network.last('POST /tags/:tag/mute')?.body).toEqual({ state: false }))
  expect(await screen.findByRole('button', { name: 'Mute #moss' })).toBeVisible()
})

it('says until when the tag is muted', async () => {
  const inAnHour = new Date(Date.now() + 3_600_000).toISOString()
  renderFeed('/tag/moss', {
    ...responses,
    'GET /posts/muted': () => ({ posts: [], tags: [{ tag: 'moss', mutedUntil: inAnHour }] }),
  })
  expect(await screen.findByText(/^You mute this tag until /)).toBeVisible()
})

it('offers to mute the tag again after a mute has ended', async () => {
  renderFeed('/tag/moss', {
    ...responses,
    'GET /posts/muted': () => ({ posts: [], tags: [{ tag: 'moss', mutedUntil: '2026-01-01T12:00:00.000Z' }] }),
  })
  expect(await screen.findByRole('button', { name: 'Mute #moss' })).toBeVisible()
})

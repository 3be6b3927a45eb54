import { beforeEach, describe, expect, it } from '@jest/globals'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { fakeIntersectionObserver } from '../testing/fake-intersection-observer.ts'
import { annAsAuthor, aPage, aPost, kofi, somebody } from '../testing/fixtures.ts'
import { renderPostList } from '../testing/render-post-list.tsx'

beforeEach(() => fakeIntersectionObserver())

const mara = somebody({ username: 'mara', fullName: 'Mara Lindqvist' })
const post = aPost({ sharesCount: 2 })
const choose = async (name: string) => {
  await userEvent.click(await screen.findByRole('button', { name: 'Share' }))
  await userEvent.click(await screen.findByRole('menuitem', { name }))
}

it('shares a post and ends that, with its count', async () => {
  const network = renderPostList({
    'GET /posts': () => aPage([post]),
    'POST /posts/:id/share': () => ({ post: { ...post, sharesCount: 3, viewerShared: true, rev: 2 } }),
    'DELETE /posts/:id/share': () => ({ ok: true as const }),
  })
  expect(await screen.findByText('2 shares')).toBeInTheDocument()
  await choose('Share now')
  expect(await screen.findByText('3 shares')).toBeInTheDocument()
  await waitFor(() => expect(network.count('POST /posts/:id/share')).toBe(1))
  await choose('Undo share')
  expect(await screen.findByText('2 shares')).toBeInTheDocument()
  await waitFor(() => expect(network.count('DELETE /posts/:id/share')).toBe(1))
})

it('a refused share is taken back, and the reason is shown', async () => {
  renderPostList({
    'GET /posts': () => aPage([post]),
    'POST /posts/:id/share': () => ({
      refuse: { status: 403, code: 'not_shareable', error: 'Posts of private accounts cannot be shared' },
    }),
  })
  await choose('Share now')
  expect(await screen.findByText('Posts of private accounts cannot be shared')).toBeVisible()
  expect(await screen.findByText('2 shares')).toBeInTheDocument()
})

it('shares with a comment, which keeps its text if that fails', async () => {
  let attempts = 0
  const network = renderPostList({
    'GET /posts': () => aPage([post]),
    'POST /posts/:id/share': () =>
      ++attempts === 1
        ? { refuse: { status: 400, code: 'refused_words', error: 'Please choose other words' } }
        : { post, quote: aPost({ user: annAsAuthor, content: 'Well done', quotedPost: post }) },
  })
  await choose('Share with a comment')
  const dialog = within(await screen.findByRole('dialog', { name: 'Share with a comment' }))
  expect(dialog.getByRole('blockquote', { name: 'Shared post by Kofi Mensah' })).toBeVisible()
  expect(dialog.getByRole('button', { name: 'Post' })).toBeDisabled()
  await userEvent.type(dialog.getByLabelText('Your comment'), 'Well done')
  await userEvent.click(dialog.getByRole('button', { name: 'Post' }))
  expect(await dialog.findByText(/Please choose other words/)).toBeVisible()
  await userEvent.click(dialog.getByRole('button', { name: 'Post' }))
  await waitFor(() =>
    expect(network.last('POST /posts/:id/share')?.body).toMatchObject({ content: 'Well done', pictures: [] }),
  )
  expect(await screen.findByText('Well done')).toBeVisible()
})

it('shows who shared a post, once, and what a quote shares', async () => {
  const sharedBy = { _id: 's', user: mara, createdAt: '2026-05-02T12:00:00.000Z' }
  renderPostList({
    'GET /posts': () =>
      aPage([
        { ...post, sharedBy },
        aPost({ user: mara, content: 'Look at this', quotedPost: aPost({ user: kofi, content: 'A new spoke' }) }),
        aPost({ user: mara, content: 'It was lovely', quotedPost: null }),
        { ...post, sharedBy: { ...sharedBy, user: annAsAuthor } },
      ]),
  })
  expect(await screen.findByRole('link', { name: 'Mara Lindqvist shared' })).toHaveAttribute('href', '/profile/mara')
  const quoted = await screen.findByRole('blockquote', { name: 'Shared post by Kofi Mensah' })
  expect(within(quoted).getByText('A new spoke')).toBeVisible()
  expect(await screen.findByText('This post is not available')).toBeVisible()
  expect(screen.getAllByText(post.content)).toHaveLength(1)
  expect(screen.queryByText('You shared')).not.toBeInTheDocument()
})

describe('Copy embed code', () => {
  /** Renders the post, whose page for other sites has this status, and copies the code. */
  async function copyCode(status: number) {
    userEvent.setup() // a clipboard
    renderPostList({ 'GET /posts': () => aPage([aPost({ user: somebody({ fullName: 'Bo "<b>" Ek' }) })]) })
    const callApi = globalThis.fetch
    globalThis.fetch = async (address, init) =>
      String(address).startsWith('/embed/') ? new Response(null, { status }) : callApi(address, init)
    await screen.findByRole('button', { name: 'Share' })
    await choose('Copy embed code')
  }

  it('copies a frame of the post, whose title is the escaped name of the author', async () => {
    await copyCode(200)
    expect(await screen.findByText('Embed code copied to clipboard')).toBeVisible()
    const frame = new DOMParser().parseFromString(await navigator.clipboard.readText(), 'text/html').body
    expect(frame.children).toHaveLength(1)
    expect(frame.querySelector('iframe')?.title).toBe('Post by Bo "<b>" Ek')
    expect(frame.querySelector('iframe')?.src).toMatch(/^http.*\/embed\/post\/[^/]+$/)
  })

  it('says that a post cannot be embedded that guests cannot see', async () => {
    await copyCode(404)
    expect(await screen.findByText("This post can't be embedded")).toBeVisible()
    expect(screen.queryByText(/copied/)).not.toBeInTheDocument()
  })
})

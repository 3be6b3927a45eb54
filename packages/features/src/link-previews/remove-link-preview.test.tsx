import { beforeEach, expect, it } from '@jest/globals'
import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { fakeIntersectionObserver } from '../testing/fake-intersection-observer.ts'
import { annAsAuthor, aPage, aPost } from '../testing/fixtures.ts'
import { renderPostList } from '../testing/render-post-list.tsx'

beforeEach(() => fakeIntersectionObserver())

const linkPreview = { url: 'https://example.org/moss', title: 'Moss in winter', description: '', site: '' }
const facets = [{ start: 0, end: 4, url: linkPreview.url }]
const post = aPost({ user: annAsAuthor, content: 'moss', facets, linkPreview, rev: 2 })
const { linkPreview: _, ...removed } = { ...post, isLinkPreviewRemoved: true, rev: 3 }
const queryCard = () => screen.queryByRole('link', { name: /Moss in winter/ })

async function choose(item: string) {
  await userEvent.click(await screen.findByRole('button', { name: 'More' }))
  await userEvent.click(await screen.findByRole('menuitem', { name: item }))
}

it('the author removes the card of a post, and Undo shows it again', async () => {
  const network = renderPostList({
    'GET /posts': () => aPage([post]),
    'PUT /posts/:id/link-preview': ({ body }) => ({
      post: (body as { isShown: boolean }).isShown ? { ...post, rev: 4 } : removed,
    }),
  })
  await screen.findByRole('link', { name: /Moss in winter/ })
  await choose('Remove link preview')
  expect(queryCard()).not.toBeInTheDocument()
  await waitFor(() => expect(network.last('PUT /posts/:id/link-preview')).toMatchObject({ body: { isShown: false } }))
  await userEvent.click(await screen.findByRole('button', { name: 'Undo' }))
  expect(await screen.findByRole('link', { name: /Moss in winter/ })).toBeVisible()
  expect(network.last('PUT /posts/:id/link-preview')).toMatchObject({ body: { isShown: true } })
})

it('a post with a video has no card that could be removed', async () => {
  const video = { _id: 'v1', status: 'processing', url: null, durationMs: 0, width: null, height: null }
  renderPostList({ 'GET /posts': () => aPage([{ ...post, video: { ...video, poster: null, captions: null } }]) })
  await userEvent.click(await screen.findByRole('button', { name: 'More' }))
  await screen.findByRole('menuitem', { name: 'Edit post' })
  expect(screen.queryByRole('menuitem', { name: 'Remove link preview' })).not.toBeInTheDocument()
})

it('a refusal shows the card again', async () => {
  renderPostList({
    'GET /posts': () => aPage([post]),
    'PUT /posts/:id/link-preview': () => ({ refuse: { status: 403, code: 'forbidden', error: 'Forbidden' } }),
  })
  await screen.findByRole('link', { name: /Moss in winter/ })
  await choose('Remove link preview')
  expect(await screen.findByText("The link preview couldn't be changed")).toBeVisible()
  expect(queryCard()).toBeVisible()
})

it('a removed card of a post of ours is not fetched, and can be shown again later', async () => {
  const url = `${location.origin}/post/${post._id}`
  const linking = aPost({ user: annAsAuthor, facets: [{ start: 0, end: 4, url }], isLinkPreviewRemoved: true })
  const network = renderPostList({
    'GET /posts': () => aPage([linking]),
    'GET /posts/:id': () => post,
    'PUT /posts/:id/link-preview': () => ({ post: { ...linking, isLinkPreviewRemoved: false, rev: 2 } }),
  })
  await screen.findByRole('article')
  expect(network.count('GET /posts/:id')).toBe(0)
  await choose('Show link preview')
  expect(await screen.findByRole('link', { name: /moss/ })).toBeVisible()
})

it('a post without a card offers no removal', async () => {
  renderPostList({ 'GET /posts': () => aPage([aPost({ user: annAsAuthor, facets })]) })
  await userEvent.click(await screen.findByRole('button', { name: 'More' }))
  await screen.findByRole('menuitem', { name: 'Edit post' })
  expect(screen.queryByRole('menuitem', { name: /link preview/ })).not.toBeInTheDocument()
})

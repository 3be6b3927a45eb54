import { beforeEach, expect, it } from '@jest/globals'
import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { fakeIntersectionObserver } from '../testing/fake-intersection-observer.ts'
import { aPage, aPost, somebody } from '../testing/fixtures.ts'
import { renderPostList } from '../testing/render-post-list.tsx'
import { findLinkedPostId } from './link-preview.tsx'

beforeEach(() => fakeIntersectionObserver())

const linked = aPost({ user: somebody({ username: 'mara', fullName: 'Mara Lindqvist' }), content: 'Nine walls.' })
const toFacets = (url: string) => [{ start: 0, end: 4, url }]
const linkTo = (path: string) => toFacets(`${location.origin}${path}`)
const post = aPost({ content: 'Here, read this.', facets: linkTo(`/post/${linked._id}?comment=1`) })

it('a link to a post of ours shows that post, as the viewer may see it', async () => {
  const network = renderPostList({ 'GET /posts': () => aPage([post]), 'GET /posts/:id': () => linked })
  const card = await screen.findByRole('link', { name: /Mara Lindqvist.*Nine walls/ })
  expect(card).toHaveAttribute('href', `/post/${linked._id}`)
  expect(network.count('GET /posts/:id')).toBe(1)
})

it('says so if the viewer may not see it', async () => {
  renderPostList({
    'GET /posts': () => aPage([post]),
    'GET /posts/:id': () => ({ refuse: { status: 404, code: 'post_not_found', error: 'Post not found' } }),
  })
  const article = await screen.findByRole('article')
  expect(await within(article).findByText('This post is not available')).toBeVisible()
})

it('says the same if the viewer is refused', async () => {
  renderPostList({ 'GET /posts': () => aPage([post]), 'GET /posts/:id': () => ({ refuse: { status: 403 } }) })
  expect(await screen.findByText('This post is not available')).toBeVisible()
})

it.each([
  ['the service fails', { refuse: { status: 500 } }],
  ['the service is away', { refuse: { status: 503, code: 'unavailable' } }],
  ['the viewer is offline', 'no network'],
] as const)('says that the post could not be loaded, and leads to it, if %s', async (_, reply) => {
  const network = renderPostList({ 'GET /posts': () => aPage([post]), 'GET /posts/:id': () => reply })
  const card = await screen.findByRole('link', { name: "This post couldn't be loaded" }, { timeout: 10_000 })
  expect(card).toHaveAttribute('href', `/post/${linked._id}`)
  expect(network.count('GET /posts/:id')).toBeGreaterThan(0)
})

it.each([
  ['a post whose author the viewer mutes', {}, [{ ...linked.user, mutedUntil: null }]],
  ['a post with a word that the viewer mutes', { isMuted: true }, []],
])('folds %s, and shows it on request', async (_, marks, muted) => {
  renderPostList({
    'GET /posts': () => aPage([post]),
    'GET /posts/:id': () => ({ ...linked, ...marks }),
    'GET /users/muted': () => ({ muted, hasMore: false, nextCursor: null }),
  })
  await userEvent.click(await screen.findByRole('button', { name: 'Show the post by Mara Lindqvist' }))
  expect(screen.getByRole('link', { name: /Mara Lindqvist.*Nine walls/ })).toBeVisible()
  expect(document.body).not.toHaveFocus()
})

it('shows a post whose author was muted until a time that has passed', async () => {
  renderPostList({
    'GET /posts': () => aPage([post]),
    'GET /posts/:id': () => linked,
    'GET /users/muted': () => ({
      muted: [{ ...linked.user, mutedUntil: '2020-01-01T00:00:00.000Z' }],
      hasMore: false,
      nextCursor: null,
    }),
  })
  expect(await screen.findByRole('link', { name: /Mara Lindqvist.*Nine walls/ })).toBeVisible()
})

it('finds only posts of this installation', () => {
  expect(findLinkedPostId(linkTo(`/post/${linked._id}`))).toBe(linked._id)
  for (const facets of [
    undefined,
    [],
    [{ start: 0, end: 4, tag: 'walls' }],
    linkTo('/post/'),
    linkTo(`/post/${linked._id}/comments`),
    linkTo(`/embed/post/${linked._id}`),
    toFacets(`https://example.org/post/${linked._id}`),
    toFacets(`${location.origin}.example.org/post/${linked._id}`),
    toFacets('not an address'),
  ])
    expect(findLinkedPostId(facets)).toBeUndefined()
})

it('a preview of another link than the first of the text is not shown', async () => {
  const linkPreview = { url: 'https://example.org/moss', title: 'Moss in winter', description: '', site: '' }
  const shown = aPost({ content: 'moss', facets: toFacets(linkPreview.url), linkPreview })
  const outdated = aPost({ content: 'wall', facets: toFacets('https://example.org/wall'), linkPreview })
  renderPostList({ 'GET /posts': () => aPage([shown, outdated]) })
  expect(await screen.findByRole('link', { name: /Moss in winter/ })).toBeVisible()
  expect(screen.getAllByRole('link', { name: /Moss in winter/ })).toHaveLength(1)
})

import { beforeEach, describe, expect, it } from '@jest/globals'
import {
  aPage,
  aPost,
  fakeIntersectionObserver,
  findPostList,
  kofi,
  scrollToListEnd,
  somebody,
} from '@meadow/features/testing'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { renderFeed } from '../../testing/render-feed.tsx'
import { formatReason } from './post-reason.tsx'

beforeEach(() => fakeIntersectionObserver())

const priya = somebody({ fullName: 'Priya Nair', username: 'priya' })
const facets = [{ start: 0, end: 5, tag: 'moss' }]
const posts = [
  aPost({ content: '#moss one', facets, reason: { kind: 'popular-tag', tag: 'moss' } }),
  aPost({ content: 'Two', user: priya, reason: { kind: 'new' } }),
]
const NO_EXCLUSIONS = { members: [], tags: [] }

const renderDiscover = (responses: Parameters<typeof renderFeed>[1] = {}) =>
  renderFeed('/discover', {
    'GET /posts/discover': () => aPage(posts),
    'GET /posts/discover/exclusions': () => NO_EXCLUSIONS,
    'POST /posts/discover/exclusions': () => ({ ok: true }),
    ...responses,
  })

describe('the reason of a post', () => {
  it.each([
    [{ kind: 'liked-by-followed', member: kofi }, 'Because Kofi Mensah, whom you follow, liked it'],
    [{ kind: 'followed-tag', tag: 'moss' }, 'You follow #moss'],
    [{ kind: 'popular-tag', tag: 'moss' }, 'Popular in #moss'],
    [{ kind: 'liked-by-similar' }, 'Liked by people who like what you like'],
    [{ kind: 'popular' }, 'Popular on Meadow'],
    [{ kind: 'new' }, 'New on Meadow'],
    [{ kind: 'of a newer version' }, undefined],
    [undefined, undefined],
  ])('%j is "%s"', (reason, text) => {
    expect(formatReason({ reason })).toBe(text)
  })
})

describe('Discover', () => {
  it('shows posts with their reasons, and says where it ends', async () => {
    renderDiscover()
    const list = await findPostList()
    expect(within(list).getByText('Popular in #moss')).toBeVisible()
    expect(await screen.findByText("That's all for now")).toBeVisible()
    expect(screen.getByRole('link', { name: 'Discover' })).toHaveAttribute('aria-current', 'page')
  })

  it('takes an author or a tag out at once, and brings it back with Undo', async () => {
    const network = renderDiscover()
    await findPostList()
    const [menu] = await screen.findAllByRole('button', { name: 'Show less like this' })
    await userEvent.click(menu as HTMLElement)
    await userEvent.click(screen.getByRole('menuitem', { name: 'No more about #moss' }))
    await waitFor(() => expect(screen.queryByText('Popular in #moss')).not.toBeInTheDocument())
    expect(screen.getByText('Two')).toBeVisible()
    await waitFor(() =>
      expect(network.last('POST /posts/discover/exclusions')).toMatchObject({ body: { tag: 'moss', state: true } }),
    )
    await userEvent.click(screen.getByRole('button', { name: 'Undo' }))
    expect(await screen.findByText('Popular in #moss')).toBeVisible()
    await waitFor(() =>
      expect(network.last('POST /posts/discover/exclusions')).toMatchObject({ body: { tag: 'moss', state: false } }),
    )
  })

  it('lists what is excluded, and suggests it again', async () => {
    const network = renderDiscover({ 'GET /posts/discover/exclusions': () => ({ members: [priya], tags: ['rust'] }) })
    await findPostList()
    await waitFor(() => expect(screen.queryByText('Two')).not.toBeInTheDocument())
    await userEvent.click(await screen.findByText("What Discover doesn't suggest"))
    expect(screen.getByText('#rust')).toBeVisible()
    await userEvent.click(screen.getByRole('button', { name: 'Suggest Priya Nair again' }))
    expect(await screen.findByText('Two')).toBeVisible()
    await waitFor(() =>
      expect(network.last('POST /posts/discover/exclusions')).toMatchObject({
        body: { authorId: priya._id, state: false },
      }),
    )
  })

  it('ends a visit of some hours ago where the reader is, and offers a new one', async () => {
    const network = renderDiscover({
      'GET /posts/discover': ({ query }) =>
        query.get('cursor') ? { refuse: { status: 404, code: 'snapshot_expired' } } : aPage(posts, 'next'),
    })
    await findPostList()
    scrollToListEnd()
    expect(await screen.findByText("That's all for now")).toBeVisible()
    expect(screen.getByText('Two')).toBeVisible()
    network.respondWith({ 'GET /posts/discover': () => aPage([aPost({ content: 'Newly ranked' })]) })
    await userEvent.click(screen.getByRole('button', { name: 'Show new suggestions' }))
    expect(await screen.findByText('Newly ranked')).toBeVisible()
    expect(screen.queryByText('Two')).not.toBeInTheDocument()
  })
})

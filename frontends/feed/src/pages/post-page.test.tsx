import { beforeEach, describe, expect, it } from '@jest/globals'
import {
  aComment,
  annAsAuthor,
  aPage,
  aPost,
  fakeIntersectionObserver,
  scrollToListEnd,
  somebody,
} from '@meadow/features/testing'
import { createFakeSocketChannel } from '@meadow/web/testing'
import { act, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { renderFeed } from '../testing/render-feed.tsx'

beforeEach(() => fakeIntersectionObserver())

const shownComments = () =>
  within(screen.getByRole('region', { name: /^Comments/ }))
    .getAllByRole('listitem')
    .map((item) => item.querySelector('p')?.textContent)

const noComments = { 'GET /posts/:id/comments': () => ({ comments: [], hasMore: false, nextCursor: null }) }

describe('the page of a post', () => {
  it('shows an error if the post does not exist', async () => {
    renderFeed('/post/gone', { 'GET /posts/:id': () => ({ refuse: { status: 404, code: 'post_not_found' } }) })
    expect(await screen.findByText('Post not found')).toBeVisible()
    expect(screen.getByRole('link', { name: 'Go to Home' })).toHaveAttribute('href', '/home')
  })

  it('leads the author of a hidden post to what moderators decided', async () => {
    renderFeed('/post/hidden', { 'GET /posts/:id': () => ({ refuse: { status: 404, code: 'post_hidden' } }) })
    expect(await screen.findByText('Your post is hidden')).toBeVisible()
    const link = screen.getByRole('link', { name: 'What moderators decided' })
    expect(link).toHaveAttribute('href', '/settings/reports')
  })

  it('keeps the comment that a deleted post has refused, until it is discarded', async () => {
    const [post, live] = [aPost({ content: 'Soon gone' }), createFakeSocketChannel()]
    const gone = { refuse: { status: 404, code: 'post_not_found', error: 'Post not found' } } as const
    const network = renderFeed(
      `/post/${post._id}`,
      {
        'GET /posts/:id': () => post,
        'GET /posts/:id/comments': () => ({ comments: [], hasMore: false, nextCursor: null }),
        'POST /posts/:id/comments': () => 'no network',
      },
      live,
    )
    await userEvent.type(await screen.findByRole('textbox', { name: 'Write a comment' }), 'Wait!{Enter}')
    expect(await screen.findByText('Waiting for a connection')).toBeVisible()
    network.respondWith({ 'POST /posts/:id/comments': () => gone })
    await live.receive('postDeleted', { postId: post._id })
    act(() => void dispatchEvent(new Event('online')))
    expect(await screen.findByText('Post not found')).toBeVisible()
    const comments = within(screen.getByRole('list', { name: 'Your comments that are not sent yet' }))
    expect(comments.getByText('Wait!')).toBeVisible()
    expect(await comments.findByText('This post was deleted, so your comment could not be added.')).toBeVisible()
    expect(comments.getByRole('button', { name: 'Retry' })).toBeVisible()
    await userEvent.click(comments.getByRole('button', { name: 'Discard' }))
    await waitFor(() => expect(screen.queryByText('Wait!')).not.toBeInTheDocument())
    expect(screen.getByText('Post not found')).toBeVisible()
  })

  it('shows a post that is deleted meanwhile as not found, also if an older response follows, without another request', async () => {
    const [post, live] = [aPost({ content: 'Soon gone' }), createFakeSocketChannel()]
    const { promise: delayed, resolve: respond } = Promise.withResolvers<typeof post>()
    const network = renderFeed(
      '/home',
      { 'GET /posts': () => aPage([post]), 'GET /posts/:id': () => delayed, ...noComments },
      live,
    )
    await userEvent.click(await screen.findByRole('time'))
    await waitFor(() => expect(network.count('GET /posts/:id')).toBe(1))
    await live.receive('postDeleted', { postId: post._id })
    expect(await screen.findByText('Post not found')).toBeVisible()
    await act(async () => respond(post))
    expect(screen.getByText('Post not found')).toBeVisible()
    expect(network.count('GET /posts/:id')).toBe(1)
  })

  it('offers a retry if the post fails to load', async () => {
    const network = renderFeed('/post/p', { 'GET /posts/:id': () => ({ refuse: { status: 500 } }) })
    expect(await screen.findByText('Failed to load post')).toBeVisible()
    network.respondWith({ 'GET /posts/:id': () => aPost({ content: 'Here' }) })
    await userEvent.click(screen.getByRole('button', { name: 'Try Again' }))
    expect(await screen.findByText('Here')).toBeVisible()
  })

  it('lists comments oldest first, with Follow beside authors who are not followed', async () => {
    const priya = somebody({ fullName: 'Priya Nair', isFollowing: true })
    const oldest = [aComment({ user: annAsAuthor, text: 'Oldest' }), aComment({ user: priya, text: 'Between' })]
    const newest = aComment({ text: 'Newest' })
    const post = aPost({ user: annAsAuthor, comments: [newest], commentsCount: 4 })
    const later = { comments: [aComment({ text: 'Later' }), newest], hasMore: false, nextCursor: null }
    const network = renderFeed(`/post/${post._id}`, {
      'GET /posts/:id': () => post,
      'GET /posts/:id/comments': ({ query }) =>
        query.get('cursor') ? later : { comments: oldest, hasMore: true, nextCursor: 'next' },
    })
    const comments = within(await screen.findByRole('region', { name: 'Comments (4)' }))
    await comments.findByText('Oldest')
    expect(shownComments()).toEqual(['Oldest', 'Between', 'Newest'])
    expect(comments.queryByRole('button', { name: 'Follow Priya Nair' })).not.toBeInTheDocument()
    expect(comments.getByRole('button', { name: 'Follow Kofi Mensah' })).toBeVisible()
    await userEvent.click(comments.getByRole('button', { name: 'Load more' }))
    await comments.findByText('Later')
    expect(shownComments()).toEqual(['Oldest', 'Between', 'Later', 'Newest'])
    expect(comments.queryByRole('button', { name: 'Load more' })).not.toBeInTheDocument()
    expect(network.last('GET /posts/:id/comments')?.query.get('order')).toBe('oldest')
  })

  it('a tap on the number of comments says what counts, and when it was last checked', async () => {
    const post = aPost({ comments: [aComment()], commentsCount: 12 })
    renderFeed(`/post/${post._id}`, {
      'GET /posts/:id': () => post,
      'GET /posts/:id/comments': () => ({ comments: [aComment()], hasMore: false, nextCursor: null }),
      'GET /posts/:id/counts': () => ({
        firstDays: { likes: null, comments: '2026-03-02', shares: null },
        checkedAt: new Date(Date.now() - 3 * 3_600_000).toISOString(),
      }),
    })
    await userEvent.click(await screen.findByRole('button', { name: 'Comments (12)' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Comments' }))
    expect(dialog.getByText('12 comments and replies')).toBeVisible()
    const note = 'The first is from March 2, 2026. Counted live. Last checked 3 hours ago.'
    expect(await dialog.findByText(note)).toBeVisible()
  })

  it('lists comments newest first on request', async () => {
    const post = aPost({ commentsCount: 2 })
    const [one, two] = [aComment({ text: 'One' }), aComment({ text: 'Two' })]
    renderFeed(`/post/${post._id}`, {
      'GET /posts/:id': () => post,
      'GET /posts/:id/comments': ({ query }) => ({
        comments: query.get('order') === 'newest' ? [two, one] : [one, two],
        hasMore: false,
        nextCursor: null,
      }),
    })
    await screen.findByText('One')
    expect(screen.getByRole('radio', { name: 'Oldest first' })).toBeChecked()
    await userEvent.click(screen.getByRole('radio', { name: 'Newest first' }))
    await screen.findByText('One')
    expect(shownComments()).toEqual(['Two', 'One'])
  })

  it('jumps to the newest comment, before all are loaded', async () => {
    const newest = aComment({ text: 'Newest' })
    const post = aPost({ comments: [newest], commentsCount: 50 })
    renderFeed(`/post/${post._id}`, {
      'GET /posts/:id': () => post,
      'GET /posts/:id/comments': () => ({ comments: [aComment()], hasMore: true, nextCursor: 'next' }),
    })
    await screen.findByRole('button', { name: 'Load more' })
    await userEvent.click(screen.getByRole('button', { name: 'Jump to newest' }))
    expect(screen.getByText('Newest').closest('li')).toHaveFocus()
  })

  it('loads more at the end by itself, but not below a viewer who went to the newest comment', async () => {
    const newest = aComment({ text: 'Newest' })
    const post = aPost({ comments: [newest], commentsCount: 50 })
    const pages = [aComment({ text: 'First' }), aComment({ text: 'Second' }), aComment({ text: 'Third' })]
    const network = renderFeed(`/post/${post._id}`, {
      'GET /posts/:id': () => post,
      'GET /posts/:id/comments': ({ query }) => {
        const page = Number(query.get('cursor') ?? 0)
        return { comments: pages.slice(page, page + 1), hasMore: true, nextCursor: String(page + 1) }
      },
    })
    await screen.findByText('First')
    scrollToListEnd()
    await screen.findByText('Second')
    await userEvent.click(screen.getByRole('button', { name: 'Jump to newest' }))
    scrollToListEnd()
    expect(network.count('GET /posts/:id/comments')).toBe(2)
    await userEvent.click(screen.getByRole('button', { name: 'Load more' }))
    await screen.findByText('Third')
    scrollToListEnd()
    await waitFor(() => expect(network.count('GET /posts/:id/comments')).toBe(4))
  })

  it.each(['oldest', 'newest'])("scrolls to the viewer's new comment, %s first", async (order) => {
    const [known, mine] = [aComment({ text: 'Known' }), aComment({ user: annAsAuthor, text: 'Mine' })]
    const post = aPost({ comments: [known], commentsCount: 2 })
    const scrolled: (string | null | undefined)[] = []
    HTMLElement.prototype.scrollIntoView = function () {
      scrolled.push(this.querySelector('p')?.textContent)
    }
    renderFeed(`/post/${post._id}`, {
      'GET /posts/:id': () => post,
      'GET /posts/:id/comments': () => ({ comments: [known], hasMore: order === 'oldest', nextCursor: 'next' }),
      'POST /posts/:id/comments': () => ({
        post: { ...post, rev: 2, comments: [known, mine], commentsCount: 3 },
        comment: mine,
      }),
    })
    await screen.findByText('Known')
    if (order === 'newest') await userEvent.click(screen.getByRole('radio', { name: 'Newest first' }))
    await screen.findByText('Known')
    await userEvent.type(screen.getByRole('textbox', { name: 'Write a comment' }), 'Mine{Enter}')
    const expected = order === 'oldest' ? ['Known', 'Mine'] : ['Mine', 'Known']
    await waitFor(() => expect(shownComments()).toEqual(expected))
    await waitFor(() => expect(scrolled).toEqual(['Mine']))
  })

  it('opens from the feed with cached data, and goes back', async () => {
    const post = aPost({ content: 'Known already' })
    renderFeed('/home', { 'GET /posts': () => aPage([post]), 'GET /posts/:id': () => new Promise(() => {}) })
    await userEvent.click(await screen.findByRole('time'))
    expect(screen.getByLabelText('address')).toHaveTextContent(`/post/${post._id}`)
    expect(await screen.findByText('Known already')).toBeVisible()
    await userEvent.click(screen.getByRole('button', { name: 'Comment' }))
    expect(screen.getByRole('textbox', { name: 'Write a comment' })).toHaveFocus()
    await userEvent.click(screen.getByRole('button', { name: 'Back' }))
    expect(screen.getByLabelText('address')).toHaveTextContent('/home')
  })

  it('updates the like in the feed, too', async () => {
    const post = aPost()
    const liked = { ...post, viewerLiked: true, likesCount: 1, rev: 2 }
    renderFeed('/home', {
      'GET /posts': () => aPage([post]),
      'GET /posts/:id': () => post,
      'POST /posts/:id/like': () => ({ liked: true, likesCount: 1, post: liked }),
    })
    await userEvent.click(await screen.findByRole('time'))
    await screen.findByRole('button', { name: 'Back' })
    await userEvent.click(screen.getByRole('button', { name: 'Like' }))
    await userEvent.click(screen.getByRole('button', { name: 'Back' }))
    expect(await screen.findByText('1 like')).toBeVisible()
  })

  it('redirects to home when its author deletes the post', async () => {
    const post = aPost({ user: annAsAuthor })
    renderFeed(`/post/${post._id}`, { 'GET /posts/:id': () => post, 'DELETE /posts/:id': () => ({ ok: true }) })
    await userEvent.click(await screen.findByRole('button', { name: 'More' }))
    await userEvent.click(screen.getByRole('menuitem', { name: 'Delete post' }))
    await userEvent.click(await screen.findByRole('button', { name: 'Delete' }))
    expect(await screen.findByText('Post deleted')).toBeVisible()
    expect(screen.getByLabelText('address')).toHaveTextContent('/home')
  })
})

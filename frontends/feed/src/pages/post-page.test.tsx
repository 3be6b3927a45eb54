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
import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { renderFeed } from '../testing/render-feed.tsx'

beforeEach(() => fakeIntersectionObserver())

describe('the page of a post', () => {
  it('shows an error if the post does not exist', async () => {
    renderFeed('/post/gone', { 'GET /posts/:id': () => ({ refuse: { status: 404, code: 'post_not_found' } }) })
    expect(await screen.findByText('Post not found')).toBeVisible()
    expect(screen.getByRole('link', { name: 'Go to Home' })).toHaveAttribute('href', '/home')
  })

  it('offers a retry if the post fails to load', async () => {
    const network = renderFeed('/post/p', { 'GET /posts/:id': () => ({ refuse: { status: 500 } }) })
    expect(await screen.findByText('Failed to load post')).toBeVisible()
    network.respondWith({ 'GET /posts/:id': () => aPost({ content: 'Here' }) })
    await userEvent.click(screen.getByRole('button', { name: 'Try Again' }))
    expect(await screen.findByText('Here')).toBeVisible()
  })

  it('lists all comments, newest first, with Follow beside authors who are not followed', async () => {
    const post = aPost({ user: annAsAuthor, commentsCount: 3 })
    const priya = somebody({ fullName: 'Priya Nair', isFollowing: true })
    const later = { comments: [aComment({ text: 'Oldest' })], hasMore: false, nextCursor: null }
    const newest = [aComment({ user: annAsAuthor, text: 'Newest' }), aComment({ user: priya, text: 'Between' })]
    renderFeed(`/post/${post._id}`, {
      'GET /posts/:id': () => post,
      'GET /posts/:id/comments': ({ query }) =>
        query.get('cursor') ? later : { comments: newest, hasMore: true, nextCursor: 'next' },
    })
    const comments = within(await screen.findByRole('region', { name: 'Comments (3)' }))
    await comments.findByText('Newest')
    expect(comments.queryByRole('button', { name: /Follow/ })).not.toBeInTheDocument()
    scrollToListEnd()
    await comments.findByText('Oldest')
    expect(comments.getAllByRole('listitem').map((item) => item.querySelector('p')?.textContent)).toEqual([
      'Newest',
      'Between',
      'Oldest',
    ])
    expect(comments.getByRole('button', { name: 'Follow Kofi Mensah' })).toBeVisible()
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
    await userEvent.click(screen.getByRole('button', { name: 'Delete' }))
    expect(await screen.findByText('Post deleted')).toBeVisible()
    expect(screen.getByLabelText('address')).toHaveTextContent('/home')
  })
})

import { describe, expect, it } from '@jest/globals'
import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { aPage, aPost } from '../testing/fixtures.ts'
import { renderPostList } from '../testing/render-post-list.tsx'

const likeButton = () => screen.findByRole('button', { name: 'Like' })

describe('Like', () => {
  it('shows before the server responds, and sends the new state', async () => {
    const post = aPost({ likesCount: 4 })
    const network = renderPostList({
      'GET /posts': () => aPage([post]),
      'POST /posts/:id/like': () => new Promise(() => {}),
    })
    await userEvent.click(await likeButton())
    expect(await likeButton()).toHaveAttribute('aria-pressed', 'true')
    expect(screen.getByText('5 likes')).toBeVisible()
    await waitFor(() =>
      expect(network.last('POST /posts/:id/like')).toMatchObject({
        path: `/posts/${post._id}/like`,
        body: { state: true },
      }),
    )
  })

  it('is rolled back with a toast if the server refuses it', async () => {
    renderPostList({
      'GET /posts': () => aPage([aPost({ likesCount: 1 })]),
      'POST /posts/:id/like': () => ({ refuse: { status: 404, code: 'post_not_found', error: 'This post is gone' } }),
    })
    await userEvent.click(await likeButton())
    expect(await screen.findByText('Failed to like post')).toBeVisible()
    expect(await likeButton()).toHaveAttribute('aria-pressed', 'false')
    expect(screen.getByText('1 like')).toBeVisible()
  })

  it('stays, and is sent later, if the server cannot be reached', async () => {
    const post = aPost({ likesCount: 1 })
    const network = renderPostList({ 'GET /posts': () => aPage([post]), 'POST /posts/:id/like': () => 'no network' })
    await userEvent.click(await likeButton())
    await waitFor(() => expect(network.count('POST /posts/:id/like')).toBe(1))
    expect(screen.getByText('2 likes')).toBeVisible()
    const likedPost = { ...post, viewerLiked: true, likesCount: 2, rev: 2 }
    network.respondWith({ 'POST /posts/:id/like': () => ({ liked: true, likesCount: 2, post: likedPost }) })
    dispatchEvent(new Event('online'))
    await waitFor(() => expect(network.count('POST /posts/:id/like')).toBe(2))
    expect(await screen.findByText('2 likes')).toBeVisible()
    expect(screen.queryByRole('alert')).not.toBeInTheDocument()
  })

  it('ends in the state of the last click, however late the responses arrive', async () => {
    const post = aPost()
    const responses: (() => void)[] = []
    const network = renderPostList({
      'GET /posts': () => aPage([post]),
      'POST /posts/:id/like': ({ body }) => {
        const liked = (body as { state: boolean }).state
        const likesCount = liked ? 1 : 0
        const response = {
          liked,
          likesCount,
          post: { ...post, viewerLiked: liked, likesCount, rev: network.calls.length },
        }
        return new Promise((resolve) => responses.push(() => resolve(response)))
      },
    })
    await userEvent.click(await likeButton())
    await waitFor(() => expect(responses).toHaveLength(1))
    await userEvent.click(await likeButton())
    responses[0]?.()
    await waitFor(() => expect(responses).toHaveLength(2))
    expect(await likeButton()).toHaveAttribute('aria-pressed', 'false')
    responses[1]?.()
    expect(await screen.findByText('0 likes')).toBeVisible()
    expect(network.count('POST /posts/:id/like')).toBe(2)
  })
})

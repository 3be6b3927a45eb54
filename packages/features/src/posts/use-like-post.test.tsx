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
    expect(network.last('POST /posts/:id/like')).toMatchObject({
      path: `/posts/${post._id}/like`,
      body: { state: true },
    })
  })

  it('is rolled back with a toast if the call fails', async () => {
    renderPostList({
      'GET /posts': () => aPage([aPost({ likesCount: 1 })]),
      'POST /posts/:id/like': () => ({ refuse: { status: 503, error: 'Meadow is busy right now. Please try again' } }),
    })
    await userEvent.click(await likeButton())
    expect(await screen.findByText('Failed to like post')).toBeVisible()
    expect(await likeButton()).toHaveAttribute('aria-pressed', 'false')
    expect(screen.getByText('1 like')).toBeVisible()
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
    await userEvent.click(await likeButton())
    await waitFor(() => expect(responses).toHaveLength(1))
    responses[0]?.()
    await waitFor(() => expect(responses).toHaveLength(2))
    expect(await likeButton()).toHaveAttribute('aria-pressed', 'false')
    responses[1]?.()
    expect(await screen.findByText('0 likes')).toBeVisible()
    expect(network.count('POST /posts/:id/like')).toBe(2)
  })
})

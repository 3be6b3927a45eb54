import { expect, it } from '@jest/globals'
import { useSession } from '@meadow/web'
import { fakeApi, renderPage } from '@meadow/web/testing'
import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { aComment, ann, annAsAuthor, aPost, somebody } from '../testing/fixtures.ts'
import { EditCommentForm } from './edit-comment-form.tsx'

const mara = somebody({ username: 'm.vega', fullName: 'Mara Vega', isFollowing: true })
const comment = aComment({ user: annAsAuthor, text: 'Thank you' })
const post = aPost({ comments: [comment] })

const closed: string[] = []

const Form = () =>
  useSession().status === 'authenticated' ? (
    <EditCommentForm postId={post._id} comment={comment} onClose={() => closed.push('closed')} />
  ) : null

it('completes a name with Enter, without saving, and Escape closes the list before the form', async () => {
  localStorage.clear()
  const network = fakeApi({
    'GET /auth/me': () => ann,
    'GET /auth/profile/:idOrUsername/following': () => ({
      following: [{ ...mara, bio: '', followerCount: 0 }],
      hasMore: false,
      nextCursor: null,
    }),
    'GET /auth/users': () => ({ users: [], hasMore: false, nextCursor: null }),
    'PUT /posts/:id/comments/:commentId': ({ body }) => ({
      comment: { ...comment, ...(body as { text: string }) },
      post,
    }),
  })
  renderPage(<Form />)
  const field = await screen.findByRole('textbox', { name: 'Edit your comment' })
  await userEvent.type(field, ' @ma')
  await screen.findByRole('option', { name: /Mara Vega/ })
  await userEvent.keyboard('{Enter}')
  expect(field).toHaveValue('Thank you @m.vega ')
  expect(network.count('PUT /posts/:id/comments/:commentId')).toBe(0)
  await userEvent.keyboard('and @m')
  await screen.findByRole('option', { name: /Mara Vega/ })
  await userEvent.keyboard('{Escape}')
  expect([screen.queryByRole('listbox'), closed]).toEqual([null, []])
  await userEvent.keyboard('{Enter}')
  await waitFor(() => expect(closed).toEqual(['closed']))
  expect(network.last('PUT /posts/:id/comments/:commentId')?.body).toMatchObject({ text: 'Thank you @m.vega and @m' })
})

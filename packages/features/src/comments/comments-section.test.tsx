import { beforeEach, expect, it } from '@jest/globals'
import { fakeApi, renderPage } from '@meadow/web/testing'
import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useRef } from 'react'
import { usePost } from '../posts/use-post.ts'
import { fakeIntersectionObserver, scrollToListEnd } from '../testing/fake-intersection-observer.ts'
import { aComment, ann, annAsAuthor, aPost } from '../testing/fixtures.ts'
import { CommentsSection } from './comments-section.tsx'

beforeEach(() => {
  localStorage.clear()
  fakeIntersectionObserver()
})

function Section({ postId }: { postId: string }) {
  const { data: post } = usePost(postId)
  const formRef = useRef<HTMLFormElement>(null)
  return post && <CommentsSection post={post} formRef={formRef} />
}

it.each([
  ['loads no page above', 'oldest', 1],
  ['still loads pages below', 'newest', 2],
])("%s the viewer's new comment, %s first", async (_, order, pages) => {
  const [known, mine] = [aComment({ text: 'Known' }), aComment({ user: annAsAuthor, text: 'Mine' })]
  const post = aPost({ comments: [known], commentsCount: 50 })
  const cursors: (string | null)[] = []
  fakeApi({
    'GET /auth/me': () => ann,
    'GET /posts/:id': () => post,
    'GET /posts/:id/comments': ({ query }) => {
      const cursor = query.get('cursor')
      if (query.get('order') === order) cursors.push(cursor)
      return { comments: cursor ? [aComment()] : [known], hasMore: true, nextCursor: `${cursor}1` }
    },
    'POST /posts/:id/comments': () => ({
      post: { ...post, rev: 2, comments: [known, mine], commentsCount: 51 },
      comment: mine,
    }),
  })
  renderPage(<Section postId={post._id} />)
  await screen.findByText('Known')
  if (order === 'newest') await userEvent.click(screen.getByRole('radio', { name: 'Newest first' }))
  await screen.findByText('Known')
  await userEvent.type(screen.getByRole('textbox', { name: 'Write a comment' }), 'Mine{Enter}')
  await screen.findByText('Mine')
  await waitFor(() => expect(screen.getByRole('textbox', { name: 'Write a comment' })).toHaveValue(''))
  scrollToListEnd() // as the scroll to the new comment does, which stands below the end of what is loaded
  await screen.findByRole('button', { name: 'Load more' })
  expect(new Set(cursors).size).toBe(pages)
})

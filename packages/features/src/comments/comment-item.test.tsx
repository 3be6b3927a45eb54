import { expect, it } from '@jest/globals'
import { fakeApi, renderPage } from '@meadow/web/testing'
import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { aComment, ann, annAsAuthor, aPost, kofi } from '../testing/fixtures.ts'
import { CommentItem } from './comment-item.tsx'

it("offers to report another member's comment, and not an own one", async () => {
  localStorage.clear()
  const post = aPost()
  const [own, comment] = [aComment({ user: annAsAuthor }), aComment({ user: kofi })]
  const report = {
    _id: own._id,
    kind: 'comment',
    targetId: comment._id,
    category: 'spam',
    text: '',
    status: 'open',
    decision: null,
    rule: '',
    decidedAt: null,
  } as const
  const network = fakeApi({
    'GET /auth/me': () => ann,
    'POST /reports': () => ({ report: { ...report, createdAt: comment.createdAt } }),
  })
  renderPage(
    <ul>
      <CommentItem post={post} comment={own} onReply={() => undefined} />
      <CommentItem post={post} comment={comment} onReply={() => undefined} />
    </ul>,
  )
  const [ownOptions, options] = await screen.findAllByRole('button', { name: 'Options' })
  await userEvent.click(ownOptions as HTMLElement)
  expect(await screen.findByRole('menuitem', { name: 'Delete comment' })).toBeVisible()
  expect(screen.queryByRole('menuitem', { name: 'Report comment' })).not.toBeInTheDocument()
  await userEvent.keyboard('{Escape}')
  await userEvent.click(options as HTMLElement)
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Report comment' }))
  await userEvent.click(await screen.findByRole('button', { name: 'Send report' }))
  expect(await screen.findByText('Thank you for telling us')).toBeVisible()
  await waitFor(() => expect(network.last('POST /reports')?.body).toMatchObject({ kind: 'comment', id: comment._id }))
})

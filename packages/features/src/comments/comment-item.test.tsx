import { expect, it } from '@jest/globals'
import { fakeApi, renderPage } from '@meadow/web/testing'
import { act, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { aComment, ann, annAsAuthor, aPost, kofi } from '../testing/fixtures.ts'
import { CommentItem } from './comment-item.tsx'
import { CommentPreview } from './comment-preview.tsx'

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

it('folds a comment with a muted word until it is shown, and leaves its replies in their place', async () => {
  localStorage.clear()
  fakeApi({ 'GET /auth/me': () => ann })
  const comment = aComment({ user: kofi, text: 'I saw the finale', isMuted: true })
  renderPage(
    <ul>
      <CommentItem post={aPost()} comment={comment} onReply={() => undefined}>
        <p>A reply to it</p>
      </CommentItem>
    </ul>,
  )
  expect(await screen.findByText('Hidden by your muted words.')).toBeVisible()
  expect(await screen.findByRole('button', { name: 'Options' })).toBeVisible()
  expect(screen.queryByText('I saw the finale')).not.toBeInTheDocument()
  expect(screen.queryByRole('button', { name: 'Like comment' })).not.toBeInTheDocument()
  expect(screen.getByText('A reply to it')).toBeVisible()
  act(() => screen.getByRole('button', { name: 'Show the comment by Kofi Mensah' }).focus())
  await userEvent.keyboard('{Enter}')
  expect(screen.getByText('I saw the finale')).toBeVisible()
  expect(screen.getByRole('button', { name: 'Like comment' })).toBeVisible()
  expect(screen.getByRole('listitem')).toHaveFocus()
})

it('shows the newest comment that is not muted in the preview, or none', () => {
  const [shown, muted] = [aComment({ text: 'Lovely!' }), aComment({ text: 'I saw the finale', isMuted: true })]
  const { unmount } = renderPage(<CommentPreview post={aPost({ comments: [shown, muted] })} />)
  expect(screen.getByText('Lovely!')).toBeVisible()
  expect(screen.queryByText('I saw the finale')).not.toBeInTheDocument()
  unmount()
  renderPage(<CommentPreview post={aPost({ comments: [muted] })} />)
  expect(screen.queryByRole('link')).not.toBeInTheDocument()
})

it('shows the tags and mentions of the newest comment as links in the preview', async () => {
  const facets = [
    { start: 0, end: 5, memberId: kofi._id },
    { start: 10, end: 15, tag: 'moss' },
  ]
  renderPage(<CommentPreview post={aPost({ comments: [aComment({ text: '@kofi see #moss', facets })] })} />)
  expect(await screen.findByRole('link', { name: '@kofi' })).toHaveAttribute('href', `/profile/${kofi._id}`)
  expect(screen.getByRole('link', { name: '#moss' })).toHaveAttribute('href', '/tag/moss')
  expect(screen.getByText(/see/)).toHaveTextContent('@kofi see #moss')
})

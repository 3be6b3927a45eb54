import { expect, it } from '@jest/globals'
import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { aPage, aPost } from '../testing/fixtures.ts'
import { renderPostList } from '../testing/render-post-list.tsx'

it.each([
  ['following', 'Only people whom Kofi Mensah follows can comment.'],
  ['mentioned', 'Only people whom Kofi Mensah mentions can comment.'],
])('says why one may not comment, instead of a form: %s', async (commentAudience, reason) => {
  renderPostList({ 'GET /posts': () => aPage([aPost({ commentAudience, viewerMayComment: false })]) })
  const button = await screen.findByRole('button', { name: 'Comment' })
  expect(button).toHaveAccessibleDescription('Only some can comment')
  await userEvent.click(button)
  expect(await screen.findByRole('note')).toHaveTextContent(reason)
  expect(screen.queryByRole('textbox', { name: 'Write a comment' })).toBeNull()
})

it('offers the form to those who may comment', async () => {
  renderPostList({ 'GET /posts': () => aPage([aPost({ commentAudience: 'following', viewerMayComment: true })]) })
  await userEvent.click(await screen.findByRole('button', { name: 'Comment' }))
  expect(await screen.findByRole('textbox', { name: 'Write a comment' })).toBeVisible()
})

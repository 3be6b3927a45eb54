import { expect, it } from '@jest/globals'
import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { aPage, aPost, somebody } from '../testing/fixtures.ts'
import { renderPostList } from '../testing/render-post-list.tsx'

it.each(['following', 'mentioned'])('offers the form only where one may comment: %s', async (commentAudience) => {
  const restricted = aPost({ commentAudience, viewerMayComment: false })
  const open = aPost({ commentAudience, viewerMayComment: true, user: somebody({ fullName: 'Ivy Dunn' }) })
  renderPostList({ 'GET /posts': () => aPage([restricted, open]) })
  const card = await screen.findByRole('article', { name: 'Post by Kofi Mensah' })
  expect(within(card).getByRole('button', { name: 'Comment' })).toHaveAccessibleDescription('Only some can comment')
  await userEvent.hover(card)
  const other = await screen.findByRole('article', { name: 'Post by Ivy Dunn' })
  await userEvent.hover(other)
  expect(await within(other).findByRole('textbox', { name: 'Write a comment' })).toBeVisible()
  expect(within(card).queryByRole('textbox')).not.toBeInTheDocument()
})

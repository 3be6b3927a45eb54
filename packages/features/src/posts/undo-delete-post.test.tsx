import 'fake-indexeddb/auto'
import { expect, it } from '@jest/globals'
import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { annAsAuthor, aPage, aPost } from '../testing/fixtures.ts'
import { renderPostList } from '../testing/render-post-list.tsx'

it('a deletion can be undone from its toast: the post is back in its place, and the server never learns of it', async () => {
  const newer = aPost({ content: 'Words of another', createdAt: '2026-05-02T12:00:00.000Z' })
  const own = aPost({ user: annAsAuthor, content: 'My own words' })
  const network = renderPostList({ 'GET /posts': () => aPage([newer, own]) })
  const article = await screen.findByRole('article', { name: `Post by ${annAsAuthor.fullName}` })
  await userEvent.click(within(article).getByRole('button', { name: 'More' }))
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Delete post' }))
  await userEvent.click(await screen.findByRole('button', { name: 'Delete' }))
  expect(await screen.findByText('Post deleted')).toBeVisible()
  expect(screen.queryByText('My own words')).not.toBeInTheDocument()
  await userEvent.click(screen.getByRole('button', { name: 'Undo' }))
  expect(await screen.findByText('My own words')).toBeVisible()
  const texts = screen.getAllByRole('article').map((one) => one.textContent)
  expect(texts).toEqual([expect.stringContaining('Words of another'), expect.stringContaining('My own words')])
  expect(network.count('DELETE /posts/:id')).toBe(0)
})

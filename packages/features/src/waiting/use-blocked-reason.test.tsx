import { expect, it, jest } from '@jest/globals'
import { act, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { aPage, aPost } from '../testing/fixtures.ts'
import { renderPostList } from '../testing/render-post-list.tsx'

it('blocks the comment field without a connection if the browser stores nothing', async () => {
  renderPostList({ 'GET /posts': () => aPage([aPost()]), 'POST /posts/:id/like': () => new Promise(() => {}) })
  await userEvent.click(await screen.findByRole('button', { name: 'Like' })) // this browser has no IndexedDB
  await userEvent.click(screen.getByRole('button', { name: 'Comment' }))
  const field = await screen.findByRole('textbox', { name: 'Write a comment' })
  expect(field).toBeEnabled()
  const isOnline = jest.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
  act(() => void dispatchEvent(new Event('offline')))
  await waitFor(() => expect(field).toBeDisabled())
  expect(field).toHaveAccessibleDescription(/You are offline/)
  isOnline.mockRestore()
  act(() => void dispatchEvent(new Event('online')))
  await waitFor(() => expect(field).toBeEnabled())
})

import { describe, expect, it } from '@jest/globals'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { aPage, aPost } from '../testing/fixtures.ts'
import { renderPostList } from '../testing/render-post-list.tsx'

const choose = async (name: string) => {
  await userEvent.click(await screen.findByRole('button', { name: 'More' }))
  await userEvent.click(screen.getByRole('menuitem', { name }))
}

describe('the bookmark of a post', () => {
  const post = aPost()
  const responses = {
    'GET /posts': () => aPage([post]),
    'POST /posts/:id/bookmark': () => ({ post: { ...post, viewerBookmarked: true } }),
    'DELETE /posts/:id/bookmark': () => ({ ok: true as const }),
    'GET /posts/bookmarks/folders': () => ({ folders: [{ name: 'Recipes', count: 2 }] }),
  }

  it('is made in the menu, and removed there', async () => {
    const network = renderPostList(responses)
    await choose('Bookmark')
    expect(await screen.findByText('Bookmarked. Only you can see it')).toBeVisible()
    await choose('Remove bookmark')
    expect(await screen.findByText('Bookmark removed')).toBeVisible()
    expect(network.count('POST /posts/:id/bookmark')).toBe(1)
    expect(network.count('DELETE /posts/:id/bookmark')).toBe(1)
    await userEvent.click(await screen.findByRole('button', { name: 'More' }))
    expect(screen.getByRole('menuitem', { name: 'Bookmark' })).toBeVisible()
  })

  it('moves to a folder that the member has', async () => {
    const network = renderPostList({ ...responses, 'GET /posts': () => aPage([{ ...post, viewerBookmarked: true }]) })
    await choose('Move to a folder…')
    const dialog = within(await screen.findByRole('dialog', { name: 'Move to a folder' }))
    await userEvent.click(await dialog.findByRole('button', { name: 'Recipes' }))
    await waitFor(() => expect(network.calls.at(-1)).toBeDefined())
    await waitFor(() =>
      expect(network.calls.find(({ key }) => key === 'POST /posts/:id/bookmark')?.body).toEqual({ folder: 'Recipes' }),
    )
  })
})

import { describe, expect, it } from '@jest/globals'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { annAsAuthor, aPage, aPost } from '../testing/fixtures.ts'
import { renderPostList } from '../testing/render-post-list.tsx'

const ownPost = aPost({ user: annAsAuthor, content: 'My own words' })

/** The deletion is held for 5 s. */
const UNDO_TIMEOUT_MS = 15_000

async function openDeleteDialog() {
  await userEvent.click(await screen.findByRole('button', { name: 'More' }))
  await userEvent.click(screen.getByRole('menuitem', { name: 'Delete post' }))
  return within(await screen.findByRole('dialog', { name: 'Delete post' }))
}

describe('Delete post', () => {
  it('is offered to the author only', async () => {
    renderPostList({ 'GET /posts': () => aPage([aPost()]) })
    await userEvent.click(await screen.findByRole('button', { name: 'More' }))
    expect(screen.getByRole('menuitem', { name: 'Copy link' })).toBeVisible()
    expect(screen.queryByRole('menuitem', { name: 'Delete post' })).not.toBeInTheDocument()
  })

  it('asks for confirmation, then removes the post before the server learns of it', async () => {
    const network = renderPostList({
      'GET /posts': () => aPage([ownPost]),
      'DELETE /posts/:id': () => new Promise(() => {}),
    })
    const dialog = await openDeleteDialog()
    expect(dialog.getByText('Delete this post? This action cannot be undone.')).toBeVisible()
    expect(network.count('DELETE /posts/:id')).toBe(0)
    await userEvent.click(dialog.getByRole('button', { name: 'Delete' }))
    expect(screen.queryByText('My own words')).not.toBeInTheDocument()
    expect(network.count('DELETE /posts/:id')).toBe(0)
    await waitFor(() => expect(network.count('DELETE /posts/:id')).toBe(1), { timeout: UNDO_TIMEOUT_MS })
  })

  it('opens outside of the header, whose styles for its children would move the dialog', async () => {
    renderPostList({ 'GET /posts': () => aPage([ownPost]) })
    await openDeleteDialog()
    const dialog = screen.getByRole('dialog', { name: 'Delete post' })
    expect(dialog.parentElement).not.toHaveClass('header')
  })

  it('does nothing on Cancel', async () => {
    const network = renderPostList({ 'GET /posts': () => aPage([ownPost]) })
    const dialog = await openDeleteDialog()
    await userEvent.click(dialog.getByRole('button', { name: 'Cancel' }))
    expect(screen.getByText('My own words')).toBeVisible()
    expect(network.calls.some(({ key }) => key.startsWith('DELETE'))).toBe(false)
  })

  it('shows a toast and reloads the feed if it fails', async () => {
    const network = renderPostList({
      'GET /posts': () => aPage([ownPost]),
      'DELETE /posts/:id': () => ({ refuse: { status: 500, error: 'Something went wrong' } }),
    })
    const dialog = await openDeleteDialog()
    await userEvent.click(dialog.getByRole('button', { name: 'Delete' }))
    expect(await screen.findByText('Failed to delete post', undefined, { timeout: UNDO_TIMEOUT_MS })).toBeVisible()
    expect(await screen.findByText('My own words')).toBeVisible()
    expect(network.count('GET /posts')).toBe(2)
  })
})

import { describe, expect, it } from '@jest/globals'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { annAsAuthor, aPage, aPost, somebody } from '../testing/fixtures.ts'
import { renderPostList } from '../testing/render-post-list.tsx'

const ownPost = aPost({ user: annAsAuthor, content: 'My own words', rev: 3 })
const edited = { ...ownPost, content: 'My better words', rev: 4, editedAt: '2026-05-01T13:00:00.000Z' }
const conflict = { refuse: { status: 409, code: 'edited_elsewhere' as const, error: 'Edited elsewhere' } }

async function openEditor() {
  await userEvent.click(await screen.findByRole('button', { name: 'More' }))
  await userEvent.click(screen.getByRole('menuitem', { name: 'Edit post' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Edit post' }))
  return { dialog, field: dialog.getByRole('textbox', { name: 'Text of your post' }) }
}

describe('Edit post', () => {
  it('sends the new text with the rev of the post that was opened, and shows that it was edited', async () => {
    const network = renderPostList({ 'GET /posts': () => aPage([ownPost]), 'PUT /posts/:id': () => ({ post: edited }) })
    const { dialog, field } = await openEditor()
    expect(field).toHaveValue('My own words')
    await userEvent.clear(field)
    expect(dialog.getByRole('button', { name: 'Save' })).toBeDisabled()
    await userEvent.type(field, 'My better words')
    await userEvent.click(dialog.getByRole('button', { name: 'Save' }))
    expect(await screen.findByText('Post edited')).toBeVisible()
    expect(screen.getByText('My better words')).toBeVisible()
    expect(await screen.findByRole('button', { name: 'edited' })).toBeVisible()
    expect(network.calls.find(({ key }) => key === 'PUT /posts/:id')?.body).toEqual({
      content: 'My better words',
      rev: 3,
    })
  })

  it('shows both texts after a conflict, and replaces the other one on request', async () => {
    const theirs = { ...ownPost, content: 'Words of the other tab', rev: 5 }
    let answers = 0
    const network = renderPostList({
      'GET /posts': () => aPage([ownPost]),
      'GET /posts/:id': () => theirs,
      'PUT /posts/:id': () => (answers++ === 0 ? conflict : { post: { ...edited, rev: 6 } }),
    })
    const { dialog, field } = await openEditor()
    await userEvent.type(field, '!')
    await userEvent.click(dialog.getByRole('button', { name: 'Save' }))
    expect(await dialog.findByRole('region', { name: 'What it says now' })).toHaveTextContent('Words of the other tab')
    expect(field).toHaveValue('My own words!')
    await userEvent.click(dialog.getByRole('button', { name: 'Replace it with mine' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument())
    expect(network.calls.filter(({ key }) => key === 'PUT /posts/:id').map(({ body }) => body)).toEqual([
      { content: 'My own words!', rev: 3 },
      { content: 'My own words!', rev: 5 },
    ])
  })

  it('lets the author remove the text of a post with a video', async () => {
    const video = { _id: 'v1', status: 'processing', url: null, durationMs: 0, width: null, height: null }
    const post = { ...ownPost, video: { ...video, poster: null, captions: null } }
    renderPostList({ 'GET /posts': () => aPage([post]) })
    const { dialog, field } = await openEditor()
    await userEvent.clear(field)
    expect(dialog.getByRole('button', { name: 'Save' })).toBeEnabled()
  })

  it('keeps the text and gives the reason after another refusal', async () => {
    renderPostList({
      'GET /posts': () => aPage([ownPost]),
      'PUT /posts/:id': () => ({ refuse: { status: 400, code: 'words_refused' as const, error: 'Not these words' } }),
    })
    const { dialog, field } = await openEditor()
    await userEvent.type(field, '!')
    await userEvent.click(dialog.getByRole('button', { name: 'Save' }))
    expect(await dialog.findByText('Not these words')).toBeVisible()
    expect(field).toHaveValue('My own words!')
  })

  it('completes names and tags while one writes, as the composer does', async () => {
    const mara = {
      ...somebody({ username: 'm.vega', fullName: 'Mara Vega', isFollowing: true }),
      bio: '',
      followerCount: 0,
    }
    renderPostList({
      'GET /posts': () => aPage([ownPost]),
      'GET /auth/profile/:idOrUsername/following': () => ({ following: [mara], hasMore: false, nextCursor: null }),
      'GET /auth/users': () => ({ users: [], hasMore: false, nextCursor: null }),
      'GET /tags': () => ({ tags: [{ tag: 'moss' }], usedTags: [] }),
    })
    const { field } = await openEditor()
    await userEvent.type(field, ' @ma')
    await screen.findByRole('option', { name: /Mara Vega/ })
    await userEvent.keyboard('{Enter}#')
    await screen.findByRole('option', { name: '#moss' })
    expect(field).toHaveAttribute('aria-controls', screen.getByRole('listbox', { name: 'Tags' }).id)
    await userEvent.keyboard('{ArrowDown}{Tab}')
    expect(field).toHaveValue('My own words @m.vega #moss ')
  })

  it('is offered to the author only, and the history to everybody', async () => {
    const versions = [
      { content: 'Now so', writtenAt: '2026-05-01T13:00:00.000Z' },
      { content: 'First so', writtenAt: '2026-05-01T12:00:00.000Z' },
    ]
    renderPostList({
      'GET /posts': () => aPage([aPost({ editedAt: '2026-05-01T13:00:00.000Z' })]),
      'GET /posts/:id/history': () => ({ versions, hasMore: false }),
    })
    await userEvent.click(await screen.findByRole('button', { name: 'edited' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Edit history' }))
    expect((await dialog.findAllByRole('listitem')).map((item) => item.textContent)).toEqual([
      expect.stringMatching(/^Now · .*Now so$/),
      expect.stringMatching(/^First · .*First so$/),
    ])
    await userEvent.keyboard('{Escape}')
    await userEvent.click(await screen.findByRole('button', { name: 'More' }))
    expect(screen.queryByRole('menuitem', { name: 'Edit post' })).not.toBeInTheDocument()
  })
})

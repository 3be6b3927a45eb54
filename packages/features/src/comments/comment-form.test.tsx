import { describe, expect, it } from '@jest/globals'
import { COMPOSING_BROWSERS, endComposition } from '@meadow/ui/testing'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { aComment, annAsAuthor, aPage, aPost } from '../testing/fixtures.ts'
import { renderPostList } from '../testing/render-post-list.tsx'

/** Finds the comment field of the only post, which Comment opens. */
async function field() {
  const button = await screen.findByRole('button', { name: 'Comment' })
  if (!screen.queryByRole('textbox')) await userEvent.click(button)
  return screen.findByRole('textbox', { name: 'Write a comment' })
}

describe('the comment box of a post', () => {
  it('sends with Enter, clears, and shows the comment on the card', async () => {
    const post = aPost()
    const comment = aComment({ user: annAsAuthor, text: 'See you on Thursday' })
    const network = renderPostList({
      'GET /posts': () => aPage([post]),
      'POST /posts/:id/comments': () => ({ post: { ...post, rev: 2, comments: [comment], commentsCount: 1 }, comment }),
    })
    await userEvent.type(await field(), '  See you on Thursday {Enter}')
    const card = screen.getByRole('article')
    expect(await within(card).findByRole('link', { name: 'See you on Thursday' })).toBeVisible()
    expect(within(card).getByText('1 comment')).toBeVisible()
    expect(await field()).toHaveValue('')
    expect(network.last('POST /posts/:id/comments')?.body).toEqual({ text: 'See you on Thursday' })
  })

  it('inserts a line break with Shift+Enter', async () => {
    renderPostList({ 'GET /posts': () => aPage([aPost()]) })
    await userEvent.type(await field(), 'one{Shift>}{Enter}{/Shift}two')
    expect(await field()).toHaveValue('one\ntwo')
  })

  it.each(COMPOSING_BROWSERS)('does not send with the Enter that confirms a composition in %s', async (browser) => {
    const post = aPost()
    const comment = aComment({ user: annAsAuthor, text: '日本語' })
    const network = renderPostList({
      'GET /posts': () => aPage([post]),
      'POST /posts/:id/comments': () => ({ post: { ...post, rev: 2, comments: [comment], commentsCount: 1 }, comment }),
    })
    await userEvent.type(await field(), '日本')
    endComposition(browser, await field(), 'Enter')
    await userEvent.type(await field(), '語{Enter}')
    await waitFor(async () => expect(await field()).toHaveValue(''))
    expect(network.calls.filter(({ key }) => key.includes('comments')).map(({ body }) => body)).toEqual([
      { text: '日本語' },
    ])
  })

  it('does not send only spaces', async () => {
    const network = renderPostList({ 'GET /posts': () => aPage([aPost()]) })
    await userEvent.type(await field(), '   {Enter}')
    expect(network.calls.some(({ key }) => key.includes('comments'))).toBe(false)
  })

  it('keeps the text if the server refuses it, and says why', async () => {
    const post = aPost()
    const network = renderPostList({
      'GET /posts': () => aPage([post]),
      'POST /posts/:id/comments': () => ({ refuse: { status: 403, code: 'forbidden', error: 'Not now.' } }),
    })
    await userEvent.type(await field(), 'Lovely!{Enter}')
    expect(await screen.findByRole('alert')).toHaveTextContent('Failed to add comment. Not now.')
    expect(await field()).toHaveValue('Lovely!')
    expect(screen.queryByText('Waiting for a connection')).not.toBeInTheDocument()

    const comment = aComment({ user: annAsAuthor })
    network.respondWith({
      'POST /posts/:id/comments': () => ({ post: { ...post, rev: 2, comments: [comment], commentsCount: 1 }, comment }),
    })
    await userEvent.click(screen.getByRole('button', { name: 'Send' }))
    await waitFor(async () => expect(await field()).toHaveValue(''))
    expect(screen.queryByRole('alert')).not.toBeInTheDocument()
  })

  it('shows the comment as waiting if the server cannot be reached, and repeats it with the same client key', async () => {
    const post = aPost()
    const network = renderPostList({
      'GET /posts': () => aPage([post]),
      'POST /posts/:id/comments': () => 'no network',
    })
    await userEvent.type(await field(), 'Lovely!{Enter}')
    const waiting = await screen.findByRole('list', { name: 'Your comments that are not sent yet' })
    expect(within(waiting).getByText('Lovely!')).toBeVisible()
    expect(within(waiting).getByText('Waiting for a connection')).toBeVisible()
    expect(await field()).toHaveValue('')

    const comment = aComment({ user: annAsAuthor })
    network.respondWith({
      'POST /posts/:id/comments': () => ({ post: { ...post, rev: 2, comments: [comment], commentsCount: 1 }, comment }),
    })
    dispatchEvent(new Event('online'))
    expect(await screen.findByText('1 comment')).toBeVisible()
    expect(waiting).not.toBeInTheDocument()
    const sent = network.calls.filter(({ key }) => key === 'POST /posts/:id/comments')
    expect(new Set(sent.map(({ clientKey }) => clientKey)).size).toBe(1)
    expect(sent.length).toBeGreaterThan(1)
  })

  it('takes a waiting comment back on Cancel', async () => {
    renderPostList({ 'GET /posts': () => aPage([aPost()]), 'POST /posts/:id/comments': () => 'no network' })
    await userEvent.type(await field(), 'Never mind{Enter}')
    const waiting = await screen.findByRole('list', { name: 'Your comments that are not sent yet' })
    await userEvent.click(within(waiting).getByRole('button', { name: 'Cancel' }))
    await waitFor(() => expect(waiting).not.toBeInTheDocument())
  })
})

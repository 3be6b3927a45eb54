import { describe, expect, it } from '@jest/globals'
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

  it('does not send only spaces', async () => {
    const network = renderPostList({ 'GET /posts': () => aPage([aPost()]) })
    await userEvent.type(await field(), '   {Enter}')
    expect(network.calls.some(({ key }) => key.includes('comments'))).toBe(false)
  })

  it('keeps the text if sending fails, and retries with the same client key', async () => {
    const post = aPost()
    const network = renderPostList({
      'GET /posts': () => aPage([post]),
      'POST /posts/:id/comments': () => 'no network',
    })
    await userEvent.type(await field(), 'Lovely!{Enter}')
    expect(await screen.findByRole('alert')).toHaveTextContent('Failed to add comment.')
    expect(await field()).toHaveValue('Lovely!')

    const comment = aComment({ user: annAsAuthor })
    network.respondWith({
      'POST /posts/:id/comments': () => ({ post: { ...post, rev: 2, comments: [comment], commentsCount: 1 }, comment }),
    })
    await userEvent.click(screen.getByRole('button', { name: 'Send' }))
    await waitFor(async () => expect(await field()).toHaveValue(''))
    expect(screen.queryByRole('alert')).not.toBeInTheDocument()
    await userEvent.type(await field(), 'Lovely!{Enter}')
    await waitFor(() => expect(network.count('POST /posts/:id/comments')).toBe(3))
    const sent = network.calls.filter(({ key }) => key === 'POST /posts/:id/comments')
    const [lost, repeated, another] = sent.map(({ clientKey }) => clientKey)
    expect(lost).toMatch(/^.{32}$/)
    expect(repeated).toBe(lost)
    expect(another).not.toBe(lost)
  })
})

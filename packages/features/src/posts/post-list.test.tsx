import { beforeEach, describe, expect, it } from '@jest/globals'
import { act, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { fakeListLayout, scrollIntoView, scrollOutOfView } from '../testing/fake-list-layout.ts'
import { aPage, aPost, somebody } from '../testing/fixtures.ts'
import { renderPostList } from '../testing/render-post-list.tsx'

const HEIGHT = 320
const LONG = 'All the way to the mill.\n'.repeat(40)

describe('a post that is scrolled far away', () => {
  beforeEach(() => fakeListLayout(HEIGHT))

  const open = async (content = 'The wheel is straight again.') => {
    renderPostList({
      'GET /posts': () => aPage([aPost({ content }), aPost({ user: somebody({ fullName: 'Ivy Dunn' }) })]),
    })
    return screen.findByRole('article', { name: 'Post by Kofi Mensah' })
  }

  it('leaves its place, as high as it was, and is there again for who scrolls back', async () => {
    const post = await open()
    scrollOutOfView(post)
    expect(post).toBeEmptyDOMElement()
    expect(post).toHaveStyle({ height: `${HEIGHT}px` })
    expect(screen.getAllByRole('article').at(0)).toBe(post)
    scrollIntoView(post)
    expect(within(post).getByText('The wheel is straight again.')).toBeVisible()
    expect(post).not.toHaveStyle({ height: `${HEIGHT}px` })
  })

  it('stays while the focus is in it', async () => {
    const post = await open()
    act(() => within(post).getByRole('button', { name: 'Like' }).focus())
    scrollOutOfView(post)
    await userEvent.tab()
    expect(within(post).getByRole('button', { name: 'Comment' })).toHaveFocus()
    const other = await screen.findByRole('article', { name: 'Post by Ivy Dunn' })
    await userEvent.click(within(other).getByRole('textbox'))
    expect(post).toBeEmptyDOMElement()
  })

  it('stays while a comment is being written in it', async () => {
    const post = await open()
    const field = within(post).getByRole('textbox', { name: 'Write a comment' })
    await userEvent.type(field, 'Next time')
    scrollOutOfView(post)
    await userEvent.click(document.body)
    expect(field).toHaveValue('Next time')
    expect(field).toBeVisible()
    scrollIntoView(post)
    await userEvent.clear(field)
    await userEvent.click(document.body)
    scrollOutOfView(post)
    expect(post).toBeEmptyDOMElement()
  })

  it('stays when somebody wanted all of its text', async () => {
    const post = await open(LONG)
    await userEvent.click(within(post).getByRole('button', { name: 'Show more' }))
    await userEvent.click(document.body)
    scrollOutOfView(post)
    expect(within(post).queryByRole('button', { name: 'Show more' })).toBeNull()
    expect(post).not.toBeEmptyDOMElement()
  })
})

describe('the list', () => {
  beforeEach(() => fakeListLayout(HEIGHT))

  it('says which post of how many each is, as soon as that is known', async () => {
    renderPostList({ 'GET /posts': () => aPage([aPost(), aPost()]) })
    const feed = await screen.findByRole('feed')
    await waitFor(() => expect(within(feed).getAllByRole('article')).toHaveLength(2))
    const places = within(feed).getAllByRole('article')
    expect(places.map((post) => [post.ariaPosInSet, post.ariaSetSize])).toEqual([
      ['1', '2'],
      ['2', '2'],
    ])
  })

  it('does not know how many there are while there are more', async () => {
    renderPostList({ 'GET /posts': () => aPage([aPost()], 'more') })
    expect(await screen.findByRole('article')).toHaveAttribute('aria-setsize', '-1')
  })
})

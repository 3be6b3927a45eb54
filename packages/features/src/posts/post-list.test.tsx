import { beforeEach, describe, expect, it } from '@jest/globals'
import { act, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { fakeListLayout, scrollIntoView, scrollOutOfView } from '../testing/fake-list-layout.ts'
import { aPage, aPost, somebody } from '../testing/fixtures.ts'
import { renderPostList } from '../testing/render-post-list.tsx'

const HEIGHT = 320
const LONG = 'All the way to the mill.\n'.repeat(40)

describe('a post far from the screen', () => {
  beforeEach(() => fakeListLayout(HEIGHT))

  const open = async (content = 'The wheel is straight again.') => {
    renderPostList({
      'GET /posts': () => aPage([aPost({ content }), aPost({ user: somebody({ fullName: 'Ivy Dunn' }) })]),
    })
    return screen.findByRole('article', { name: 'Post by Kofi Mensah' })
  }

  it('is replaced by an empty element of its height, and renders again on scroll back', async () => {
    const post = await open()
    scrollOutOfView(post)
    expect(post).toBeEmptyDOMElement()
    expect(post).toHaveStyle({ height: `${HEIGHT}px` })
    expect(screen.getAllByRole('article').at(0)).toBe(post)
    scrollIntoView(post)
    expect(within(post).getByText('The wheel is straight again.')).toBeVisible()
    expect(post).not.toHaveStyle({ height: `${HEIGHT}px` })
  })

  it('stays mounted while it has the focus', async () => {
    const post = await open()
    act(() => within(post).getByRole('button', { name: 'Like' }).focus())
    scrollOutOfView(post)
    await userEvent.tab()
    expect(within(post).getByRole('button', { name: 'More' })).toHaveFocus()
    const other = await screen.findByRole('article', { name: 'Post by Ivy Dunn' })
    scrollIntoView(other)
    await userEvent.hover(other)
    await userEvent.click(await within(other).findByRole('textbox'))
    expect(await within(other).findByRole('textbox')).toHaveFocus()
    expect(post).toBeEmptyDOMElement()
  })

  it('stays mounted while it holds a comment draft', async () => {
    const post = await open()
    scrollIntoView(post)
    await userEvent.hover(post)
    const field = await within(post).findByRole('textbox', { name: 'Write a comment' })
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

  it('stays mounted after Show more', async () => {
    const post = await open(LONG)
    scrollIntoView(post)
    await userEvent.click(within(post).getByRole('button', { name: 'Show more' }))
    await userEvent.click(document.body)
    scrollOutOfView(post)
    expect(within(post).queryByRole('button', { name: 'Show more' })).toBeNull()
    expect(post).not.toBeEmptyDOMElement()
  })
})

describe('the post list', () => {
  beforeEach(() => fakeListLayout(HEIGHT))

  it('sets position and set size of each post', async () => {
    renderPostList({ 'GET /posts': () => aPage([aPost(), aPost()]) })
    const feed = await screen.findByRole('feed')
    await waitFor(() => expect(within(feed).getAllByRole('article')).toHaveLength(2))
    const articles = within(feed).getAllByRole('article')
    expect(articles.map((post) => [post.ariaPosInSet, post.ariaSetSize])).toEqual([
      ['1', '2'],
      ['2', '2'],
    ])
  })

  it('sets the set size to -1 while there are more pages', async () => {
    renderPostList({ 'GET /posts': () => aPage([aPost()], 'more') })
    expect(await screen.findByRole('article')).toHaveAttribute('aria-setsize', '-1')
  })
})

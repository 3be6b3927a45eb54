import { beforeEach, expect, it } from '@jest/globals'
import { annAsAuthor, aPost, fakeIntersectionObserver } from '@meadow/features/testing'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { renderFeed } from '../../testing/render-feed.tsx'

beforeEach(() => fakeIntersectionObserver())

const link = 'https://example.org/moss'
const preview = { url: link, title: 'Moss in winter', description: 'Nine walls', site: '' }
const TIMEOUT = { timeout: 10_000 } // the text must rest for a moment

async function write(text: string, preview_: typeof preview | null = preview) {
  const network = renderFeed('/home', {
    'POST /posts/link-preview': () => ({ preview: preview_ }),
    'POST /posts': () => aPost({ user: annAsAuthor, content: text }),
    'GET /posts/:id': () => aPost({ content: 'Nine walls of moss' }),
  })
  await userEvent.click(await screen.findByRole('button', { name: "What's on your mind?" }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Create Post' }))
  await userEvent.type(dialog.getByRole('textbox', { name: "What's on your mind?" }), text)
  return { network, dialog }
}

it('shows the preview of a link that is written to its end, which was looked up once', async () => {
  const { network, dialog } = await write(`${link} is green`)
  expect(await dialog.findByRole('link', { name: /Moss in winter/ }, TIMEOUT)).toHaveAttribute('href', link)
  const lookups = network.calls.filter(({ key }) => key === 'POST /posts/link-preview')
  expect(lookups.map(({ body }) => body)).toEqual([{ link }])
})

it('leaves the preview out on request, also of the post', async () => {
  const { network, dialog } = await write(`${link} is green`)
  await userEvent.click(await dialog.findByRole('button', { name: 'Leave out the link preview' }, TIMEOUT))
  expect(dialog.queryByRole('link', { name: /Moss in winter/ })).not.toBeInTheDocument()
  await userEvent.click(dialog.getByRole('button', { name: 'Post' }))
  await waitFor(() => expect(network.last('POST /posts')).toBeDefined(), TIMEOUT)
  expect(network.last('POST /posts')?.body).toMatchObject({ isLinkPreviewRemoved: true })
})

it('shows a post of ours without a lookup', async () => {
  const { network, dialog } = await write(`${location.origin}/post/${aPost()._id} is green`)
  expect(await dialog.findByRole('link', { name: /Nine walls of moss/ }, TIMEOUT)).toBeVisible()
  expect(network.count('POST /posts/link-preview')).toBe(0)
})

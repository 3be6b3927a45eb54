import { describe, expect, it } from '@jest/globals'
import { annAsAuthor, aPage, aPost } from '@meadow/features/testing'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { renderFeed } from '../../testing/render-feed.tsx'

const url = '/media/p/a/m'
const size = { width: 4, height: 3, placeholder: '', sources: [{ url, width: 4 }] }
const media = { _id: 'm', secure_url: url, url, ...size }
const aPicture = () => new File(['...'], 'hill.png', { type: 'image/png' })

async function openComposer() {
  await userEvent.click(await screen.findByRole('button', { name: "What's on your mind?" }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Create Post' }))
  return {
    dialog,
    field: () => dialog.getByRole('textbox', { name: "What's on your mind?" }),
    submit: () => dialog.getByRole('button', { name: 'Post' }),
    choose: (file: File) => userEvent.upload(dialog.getByLabelText('Add a picture', { selector: 'input' }), file),
  }
}

const published = (content: string) => aPost({ user: annAsAuthor, content })
const isOpen = () => screen.queryByRole('dialog', { name: 'Create Post' }) !== null

describe('Create Post', () => {
  it('posts with Ctrl and Enter, closes, and puts the post on top of the feed', async () => {
    const network = renderFeed('/home', {
      'GET /posts': () => aPage([aPost({ content: 'Older' })]),
      'POST /posts': () => published('Newer'),
    })
    await screen.findByText('Older')
    const { field } = await openComposer()
    await userEvent.type(field(), 'Newer{Control>}{Enter}{/Control}')
    await waitFor(() => expect(isOpen()).toBe(false))
    const [first] = screen.getAllByRole('article')
    expect(first).toHaveTextContent('Newer')
    expect(network.last('POST /posts')?.body).toEqual({ content: 'Newer', image: null, alt: '' })
  })

  it('cannot submit an empty post or only spaces', async () => {
    renderFeed('/home')
    const { field, submit } = await openComposer()
    expect(submit()).toBeDisabled()
    await userEvent.type(field(), '   ')
    expect(submit()).toBeDisabled()
  })

  it('cannot be closed or edited while posting', async () => {
    renderFeed('/home', { 'POST /posts': () => new Promise(() => {}) })
    const { dialog, field, submit } = await openComposer()
    await userEvent.type(field(), 'Hello')
    await userEvent.click(submit())
    expect(dialog.getByRole('button', { name: 'Posting...' })).toHaveAttribute('aria-busy', 'true')
    expect(field()).toBeDisabled()
    expect(dialog.getByRole('button', { name: 'Close' })).toBeDisabled()
    expect(dialog.getByRole('button', { name: 'Add a picture' })).toBeDisabled()
    await userEvent.keyboard('{Escape}')
    expect(isOpen()).toBe(true)
  })

  it('keeps the text if posting fails, and shows the reason', async () => {
    renderFeed('/home', { 'POST /posts': () => ({ refuse: { status: 429, error: 'Too many attempts.' } }) })
    const { dialog, field, submit } = await openComposer()
    await userEvent.type(field(), 'Hello')
    await userEvent.click(submit())
    expect(await dialog.findByRole('alert')).toHaveTextContent('Failed to create post. Too many attempts.')
    expect(field()).toHaveValue('Hello')
  })

  it('retries the same text with the same client key after a lost response, and uses another key for another text', async () => {
    const network = renderFeed('/home', { 'POST /posts': () => 'no network' })
    const { dialog, field, submit } = await openComposer()
    const attempts = () => network.calls.filter(({ key }) => key === 'POST /posts').map(({ clientKey }) => clientKey)
    const attempt = async (times: number) => {
      await userEvent.click(submit())
      await waitFor(() => expect(attempts()).toHaveLength(times))
      await dialog.findByRole('alert')
    }
    await userEvent.type(field(), 'Hello')
    await attempt(1)
    await attempt(2)
    await userEvent.type(field(), '!')
    await attempt(3)
    const [first, second, third] = attempts()
    expect(first).toMatch(/^.{32}$/)
    expect(second).toBe(first)
    expect(third).toMatch(/^.{32}$/)
    expect(third).not.toBe(first)
  })

  it('uses a new client key for the same text after it was posted', async () => {
    const network = renderFeed('/home', { 'POST /posts': () => published('Hello') })
    for (const _ of [1, 2]) {
      const { field, submit } = await openComposer()
      await userEvent.type(field(), 'Hello')
      await userEvent.click(submit())
      await waitFor(() => expect(isOpen()).toBe(false))
    }
    const keys = network.calls.filter(({ key }) => key === 'POST /posts').map(({ clientKey }) => clientKey)
    expect(new Set(keys).size).toBe(2)
  })

  it('uses a new client key if the post of a lost response has been deleted since', async () => {
    const network = renderFeed('/home', { 'POST /posts': () => ({ refuse: { status: 404, code: 'post_not_found' } }) })
    const { dialog, field, submit } = await openComposer()
    await userEvent.type(field(), 'Hello')
    await userEvent.click(submit())
    await dialog.findByRole('alert')
    network.respondWith({ 'POST /posts': () => published('Hello') })
    await userEvent.click(submit())
    await waitFor(() => expect(isOpen()).toBe(false))
    const keys = network.calls.filter(({ key }) => key === 'POST /posts').map(({ clientKey }) => clientKey)
    expect(new Set(keys).size).toBe(2)
  })

  it('keeps the draft when it is closed', async () => {
    renderFeed('/home')
    const first = await openComposer()
    await userEvent.type(first.field(), 'Not yet')
    await userEvent.click(first.dialog.getByRole('button', { name: 'Close' }))
    expect(isOpen()).toBe(false)
    const second = await openComposer()
    expect(second.field()).toHaveValue('Not yet')
  })
})

describe('the picture of a post', () => {
  it('is uploaded first, and posted with its alt text', async () => {
    const network = renderFeed('/home', { 'POST /media': () => media, 'POST /posts': () => published('') })
    const { dialog, submit, choose } = await openComposer()
    await choose(aPicture())
    await userEvent.click(dialog.getByRole('button', { name: 'Add alt text' }))
    await userEvent.type(dialog.getByRole('textbox', { name: 'Alt text' }), 'A green hill')
    await userEvent.click(submit())
    await waitFor(() => expect(isOpen()).toBe(false))
    const form = network.last('POST /media')?.body as FormData
    expect([...form.keys()]).toEqual(['purpose', 'file'])
    expect(network.last('POST /posts')?.body).toEqual({ content: '', image: '/media/p/a/m', alt: 'A green hill' })
  })

  it('blocks the post if the upload fails, and is uploaded once if only the post fails', async () => {
    const network = renderFeed('/home', { 'POST /media': () => 'no network', 'POST /posts': () => 'no network' })
    const { dialog, submit, choose } = await openComposer()
    await choose(aPicture())
    await userEvent.click(submit())
    expect(await dialog.findByRole('alert')).toHaveTextContent('Image upload failed')
    expect(network.count('POST /posts')).toBe(0)

    network.respondWith({ 'POST /media': () => media })
    await userEvent.click(submit())
    await waitFor(() => expect(dialog.getByRole('alert')).toHaveTextContent('Failed to create post'))
    network.respondWith({ 'POST /posts': () => published('') })
    await userEvent.click(submit())
    await waitFor(() => expect(isOpen()).toBe(false))
    expect(network.count('POST /media')).toBe(2)
  })

  it('can be removed again', async () => {
    renderFeed('/home')
    const { dialog, submit, choose } = await openComposer()
    await choose(aPicture())
    expect(submit()).toBeEnabled()
    await userEvent.click(dialog.getByRole('button', { name: 'Remove picture' }))
    expect(submit()).toBeDisabled()
  })
})

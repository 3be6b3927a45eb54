import 'fake-indexeddb/auto'
import { afterEach, expect, it, jest } from '@jest/globals'
import { annAsAuthor, aPictureFile, aPost } from '@meadow/features/testing'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { renderFeed } from '../../testing/render-feed.tsx'

const published = (content: string) => aPost({ user: annAsAuthor, content })

async function openComposer() {
  await userEvent.click(await screen.findByRole('button', { name: "What's on your mind?" }))
  return within(await screen.findByRole('dialog', { name: 'Create Post' }))
}
const findField = async () => screen.findByRole('textbox', { name: "What's on your mind?" })

afterEach(() => void jest.restoreAllMocks())

/** Writes a post, and presses Post. The network is lost then, so that a slow test is no late one. */
async function post(text: string, ...files: File[]) {
  const dialog = await openComposer()
  await userEvent.type(await findField(), text)
  if (files.length > 0) await userEvent.upload(dialog.getByLabelText('Add pictures', { selector: 'input' }), files)
  if (files.length > 0) await dialog.findAllByRole('img', { name: /Preview of/ })
  jest.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
  await userEvent.click(dialog.getByRole('button', { name: 'Post' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
}
const undo = async () => {
  const messages = within(screen.getByRole('region', { name: 'Messages', hidden: true }))
  await userEvent.click(await messages.findByRole('button', { name: 'Undo', hidden: true }))
}

it('brings the text and the pictures back into the composer, and sends nothing', async () => {
  const network = renderFeed('/home', { 'POST /posts': () => published('Too soon') })
  await post('Too soon', aPictureFile('one.png'))
  expect(screen.getByText('Posting in 5 seconds')).toBeInTheDocument()
  await undo()
  const dialog = within(await screen.findByRole('dialog', { name: 'Create Post' }))
  await waitFor(async () => expect(await findField()).toHaveValue('Too soon'))
  expect(dialog.getByRole('img', { name: 'Preview of the picture' })).toBeVisible()
  await waitFor(() => expect(screen.queryByRole('article', { name: 'Your post, not published yet' })).toBeNull())
  expect([network.count('POST /media'), network.count('POST /posts')]).toEqual([0, 0])
})

it('puts the post before a text that was begun since', async () => {
  renderFeed('/home')
  await post('First')
  const dialog = await openComposer()
  await userEvent.type(await findField(), 'Second')
  await userEvent.click(dialog.getByRole('button', { name: 'Close' }))
  await undo()
  await screen.findByRole('dialog', { name: 'Create Post' })
  await waitFor(async () => expect(await findField()).toHaveValue('First\n\nSecond'))
})

it('can be undone at the post itself, which stands above the feed until it is published', async () => {
  renderFeed('/home')
  await post('Too soon')
  const waiting = await screen.findByRole('article', { name: 'Your post, not published yet' })
  await userEvent.click(within(waiting).getByRole('button', { name: 'Undo' }))
  await screen.findByRole('dialog', { name: 'Create Post' })
  await waitFor(async () => expect(await findField()).toHaveValue('Too soon'))
})

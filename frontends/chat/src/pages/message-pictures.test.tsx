import { beforeEach, expect, it } from '@jest/globals'
import type { MediaView } from '@meadow/contracts/browser'
import { aPictureFile, fakeIntersectionObserver } from '@meadow/features/testing'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { findMessageField, openConversationWithKofi } from '../testing/chat-page-queries.ts'
import { aMessage, ann } from '../testing/fixtures.ts'

beforeEach(() => {
  fakeIntersectionObserver()
  let count = 0
  URL.createObjectURL = () => `blob:${++count}`
  URL.revokeObjectURL = () => undefined
})

const aFile = (name: string) => aPictureFile(`${name}.png`)
const aPicture = (alt: string): MediaView => {
  const url = `/media/${alt}`
  const size = { width: 400, height: 300, sources: [{ url, width: 400 }] }
  return { _id: alt, url, secure_url: url, alt, placeholder: '', ...size }
}
const findTray = () => screen.findByRole('list', { name: 'Pictures to send' })
const listForm = (form: unknown, field: string) =>
  (form as FormData).getAll(field).map((value) => (value instanceof File ? value.name : value))

it('sends pictures with a text and descriptions only on Send, in their order', async () => {
  const network = openConversationWithKofi([])
  network.respondWith({ 'POST /messages/image': () => new Promise(() => {}) })
  const field = await findMessageField()
  await userEvent.upload(screen.getByLabelText('Add pictures', { selector: 'input' }), [aFile('barn'), aFile('roof')])
  fireEvent.paste(field, { clipboardData: { files: [aFile('hills')], types: ['Files'] } })
  const tray = within(await findTray())
  await waitFor(() => expect(tray.getAllByRole('listitem')).toHaveLength(3))
  await userEvent.click(tray.getByRole('button', { name: 'Add alt text to picture 2' }))
  await userEvent.type(screen.getByRole('textbox', { name: /^Alt text of picture 2/ }), 'The roof')
  await userEvent.click(tray.getByRole('button', { name: 'Move picture 2 earlier' }))
  await userEvent.type(field, 'Look')
  expect(network.count('POST /messages/image')).toBe(0)
  await userEvent.click(screen.getByRole('button', { name: 'Send' }))
  await waitFor(() => expect(network.count('POST /messages/image')).toBe(1))
  const form = network.calls.find(({ key }) => key === 'POST /messages/image')?.body
  expect(listForm(form, 'image')).toEqual(['roof.png', 'barn.png', 'hills.png'])
  expect(listForm(form, 'alt')).toEqual(['The roof', '', ''])
  expect(listForm(form, 'content')).toEqual(['Look'])
  expect(screen.queryByRole('list', { name: 'Pictures to send' })).not.toBeInTheDocument()
  expect(field).toHaveValue('')
})

it('says at once which of the pasted files is no picture, and keeps the others', async () => {
  openConversationWithKofi([])
  const files = [new File(['a list'], 'list.png', { type: 'image/png' }), aFile('barn')]
  fireEvent.paste(await findMessageField(), { clipboardData: { files, types: ['Files'] } })
  expect(await screen.findByRole('alert')).toHaveTextContent('“list.png” is not a JPEG, PNG, WebP or GIF picture.')
  expect(within(await findTray()).getAllByRole('listitem')).toHaveLength(1)
})

it('takes dropped pictures anywhere in the conversation', async () => {
  openConversationWithKofi([aMessage({ content: 'Show me' })])
  const dataTransfer = { files: [aFile('barn')], types: ['Files'] }
  fireEvent.drop(await screen.findByText('Show me'), { dataTransfer })
  expect(within(await findTray()).getAllByRole('listitem')).toHaveLength(1)
})

it('shows the percentage of an upload, and Cancel moves the message back into the composer', async () => {
  const network = openConversationWithKofi([])
  network.respondWith({ 'POST /messages/image': () => new Promise(() => {}) })
  const field = await findMessageField()
  fireEvent.paste(field, { clipboardData: { files: [aFile('barn')], types: ['Files'] } })
  await findTray()
  await userEvent.type(field, 'Look{Enter}')
  expect(await screen.findByRole('progressbar', { name: 'Uploading 50%' })).toBeInTheDocument()
  await userEvent.click(screen.getByRole('button', { name: 'Cancel' }))
  expect(within(await findTray()).getAllByRole('listitem')).toHaveLength(1)
  expect(field).toHaveValue('Look')
  await waitFor(() => expect(screen.queryByRole('progressbar')).not.toBeInTheDocument())
})

it('says that an upload failed, and moves its pictures back on Edit', async () => {
  const network = openConversationWithKofi([])
  network.respondWith({ 'POST /messages/image': () => ({ refuse: { status: 500 } }) })
  fireEvent.paste(await findMessageField(), { clipboardData: { files: [aFile('barn')], types: ['Files'] } })
  await findTray()
  await userEvent.click(screen.getByRole('button', { name: 'Send' }))
  expect(await screen.findByText('Not sent. Upload failed')).toBeVisible()
  await userEvent.click(screen.getByRole('button', { name: 'Edit' }))
  expect(within(await findTray()).getAllByRole('listitem')).toHaveLength(1)
})

it('says that the network failed during an upload, which is tried again', async () => {
  const network = openConversationWithKofi([])
  network.respondWith({ 'POST /messages/image': () => 'no network' })
  fireEvent.paste(await findMessageField(), { clipboardData: { files: [aFile('barn')], types: ['Files'] } })
  await findTray()
  await userEvent.click(screen.getByRole('button', { name: 'Send' }))
  expect(await screen.findByText('Network error during upload. Trying again soon.')).toBeVisible()
})

it('shows the pictures of a message with its text, and opens the viewer at the clicked one', async () => {
  const pictures = ['Barn', 'Roof', 'Hills', 'Door'].map(aPicture)
  const [media = null] = pictures
  openConversationWithKofi([aMessage({ messageType: 'image', content: 'Our barn', sender: ann, pictures, media })])
  expect(await screen.findByText('Our barn')).toBeVisible()
  await userEvent.click(screen.getByRole('button', { name: 'Open picture 3 of 4: Hills' }))
  expect(within(await screen.findByRole('dialog')).getByRole('status')).toHaveTextContent('3 of 4: Hills')
})

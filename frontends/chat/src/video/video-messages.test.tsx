import { beforeEach, expect, it } from '@jest/globals'
import type { VideoView } from '@meadow/contracts/browser'
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

const aVideoFile = (bytes = 10) => {
  const file = new File(['a video'], 'walk.mp4', { type: 'video/mp4' })
  Object.defineProperty(file, 'size', { value: bytes })
  return file
}
const aVideo = (fields: Partial<VideoView> = {}): VideoView => {
  const size = { width: 640, height: 360 }
  return { status: 'ready', url: '/media/c/a.mp4', durationMs: 65_000, ...size, poster: null, ...fields }
}
const aVideoMessage = (fields: Partial<VideoView> = {}) =>
  aMessage({ messageType: 'video', content: '', video: aVideo(fields) })

/** Chooses a video, which the browser reads as described. */
async function choose(file: File, read?: { duration: number; videoWidth: number; videoHeight: number }) {
  await findMessageField()
  await userEvent.upload(screen.getByLabelText('Add pictures', { selector: 'input' }), [file])
  const dialog = within(await screen.findByRole('dialog', { name: 'Send a video' }))
  const player = await dialog.findByLabelText('Preview of the video')
  if (read) {
    for (const [name, value] of Object.entries({ currentTime: 0, ...read }))
      Object.defineProperty(player, name, { value, configurable: true, writable: true })
    fireEvent.loadedMetadata(player)
  } else fireEvent.error(player)
  return dialog
}

const READ = { duration: 12.5, videoWidth: 640, videoHeight: 360 }

it('shows a video before it is sent, and sends it with its size and duration', async () => {
  const network = openConversationWithKofi([])
  network.respondWith({ 'POST /messages/video': () => new Promise(() => {}) })
  const dialog = await choose(aVideoFile(), READ)
  expect(dialog.getByText('Length: 0:13')).toBeVisible()
  expect(network.count('POST /messages/video')).toBe(0)
  await userEvent.click(dialog.getByRole('button', { name: 'Send video' }))
  await waitFor(() => expect(network.count('POST /messages/video')).toBe(1))
  const form = network.calls.find(({ key }) => key === 'POST /messages/video')?.body as FormData
  expect(Object.fromEntries([...form].filter(([name]) => name !== 'video'))).toMatchObject({
    duration: '12.5',
    width: '640',
    height: '360',
  })
  expect(form.get('video')).toBeInstanceOf(Blob)
  expect(screen.queryByRole('dialog')).not.toBeInTheDocument()
  expect(await screen.findByRole('progressbar', { name: 'Uploading 50%' })).toBeInTheDocument()
  await userEvent.click(screen.getByRole('button', { name: 'Cancel' }))
  await waitFor(() => expect(screen.queryByRole('article')).not.toBeInTheDocument())
})

it('finds the duration of a recording of a browser, which names none', async () => {
  openConversationWithKofi([])
  const dialog = await choose(aVideoFile(), { ...READ, duration: Number.POSITIVE_INFINITY })
  const player = dialog.getByLabelText<HTMLVideoElement>('Preview of the video')
  expect(player.currentTime).toBeGreaterThan(1_000_000)
  expect(dialog.getByRole('button', { name: 'Send video' })).toBeDisabled()
  Object.assign(player, { duration: 4 })
  fireEvent.durationChange(player)
  expect(dialog.getByText('Length: 0:04')).toBeVisible()
  expect(player.currentTime).toBe(0)
  expect(dialog.getByRole('button', { name: 'Send video' })).toBeEnabled()
})

it('says before what is too large, too long or cannot be shown', async () => {
  openConversationWithKofi([])
  const large = await choose(aVideoFile(101 * 1024 * 1024), READ)
  expect(large.getByRole('alert')).toHaveTextContent('Videos can be up to 100 MB. This one is too large.')
  expect(large.getByRole('button', { name: 'Send video' })).toBeDisabled()
  await userEvent.click(large.getByRole('button', { name: 'Cancel' }))
  const long = await choose(aVideoFile(), { ...READ, duration: 200 })
  expect(long.getByRole('alert')).toHaveTextContent('Videos can be up to 3 minutes long. Shorten it first.')
  expect(long.getByRole('button', { name: 'Send video' })).toBeDisabled()
  await userEvent.click(long.getByRole('button', { name: 'Cancel' }))
  const unknown = await choose(aVideoFile())
  expect(unknown.getByRole('status')).toHaveTextContent("Your browser can't play this video.")
  expect(unknown.getByRole('button', { name: 'Send video' })).toBeEnabled()
})

it('takes a video and pictures together: the pictures wait for Send', async () => {
  openConversationWithKofi([])
  const files = [aVideoFile(), aPictureFile('barn.png')]
  fireEvent.paste(await findMessageField(), { clipboardData: { files, types: ['Files'] } })
  expect(await screen.findByRole('dialog', { name: 'Send a video' })).toBeInTheDocument()
  expect(await screen.findByLabelText('Pictures to send')).toBeInTheDocument()
})

it('shows a video that is processed, has failed or is ready, each in a place of the same size', async () => {
  openConversationWithKofi([
    aVideoMessage({ status: 'processing', url: null }),
    aVideoMessage({ status: 'failed', url: null }),
    aVideoMessage(),
  ])
  const processing = (await screen.findByText('Getting ready to play')).closest('[role=status]')
  const failed = screen.getByText("This video couldn't be processed").closest('[role=status]')
  const ready = screen.getByLabelText('Video, 1:05').parentElement
  for (const place of [processing, failed, ready]) expect(place).toHaveStyle({ width: '300px' })
  expect(screen.getByLabelText('Video, 1:05')).toHaveAttribute('controls')
})

it('offers to try again when a video does not load, after its address was renewed', async () => {
  const network = openConversationWithKofi([aVideoMessage()])
  const player = await screen.findByLabelText('Video, 1:05')
  const loads = network.count('GET /messages/:id')
  fireEvent.error(player)
  await waitFor(() => expect(network.count('GET /messages/:id')).toBe(loads + 1))
  fireEvent.error(screen.getByLabelText('Video, 1:05'))
  expect(await screen.findByText("Couldn't play this video")).toBeVisible()
  await userEvent.click(screen.getByRole('button', { name: 'Try Again' }))
  expect(await screen.findByLabelText('Video, 1:05')).toBeInTheDocument()
})

it('shows the transcript of a recording as plain text, folded if it is long, and its sender may write one', async () => {
  const voice = { status: 'ready' as const, url: '/media/c/a.m4a', durationMs: 2_000, peaks: [] }
  const fields = { messageType: 'voice' as const, voice }
  openConversationWithKofi([
    aMessage({ ...fields, content: '<b>Short</b>', edited: true }),
    aMessage({ ...fields, content: `Long ${'word '.repeat(60)}` }),
    aMessage({ ...fields, content: '', sender: ann }),
  ])
  expect((await screen.findByText('<b>Short</b>')).closest('details')).toHaveAttribute('open')
  expect(screen.getByText(/^Long/).closest('details')).not.toHaveAttribute('open')
  expect(screen.queryByText('Edited')).not.toBeInTheDocument()
  const own = screen.getAllByRole('article').at(-1) as HTMLElement
  await userEvent.click(within(own).getByRole('button', { name: 'Actions' }))
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Add transcript' }))
  expect(await screen.findByText('Transcript', { selector: 'b' })).toBeInTheDocument()
})

it('offers neither a transcript of a forwarded recording nor to forward a video that failed', async () => {
  openConversationWithKofi([
    aMessage({ messageType: 'video', content: '', video: aVideo(), isForwarded: true, sender: ann }),
    aMessage({ messageType: 'video', content: '', video: aVideo({ status: 'failed', url: null }), sender: ann }),
  ])
  const [forwarded, failed] = (await screen.findAllByRole('article')) as [HTMLElement, HTMLElement]
  await userEvent.click(within(forwarded).getByRole('button', { name: 'Actions' }))
  expect(screen.getByRole('menuitem', { name: 'Forward' })).toBeVisible()
  expect(screen.queryByRole('menuitem', { name: 'Add transcript' })).not.toBeInTheDocument()
  await userEvent.keyboard('{Escape}')
  await userEvent.click(within(failed).getByRole('button', { name: 'Actions' }))
  expect(screen.getByRole('menuitem', { name: 'Add transcript' })).toBeVisible()
  expect(screen.queryByRole('menuitem', { name: 'Forward' })).not.toBeInTheDocument()
})

it('says that of several videos one at a time is sent', async () => {
  openConversationWithKofi([])
  const files = [aVideoFile(), aVideoFile()]
  fireEvent.paste(await findMessageField(), { clipboardData: { files, types: ['Files'] } })
  expect(await screen.findByText('Only one video is sent at a time')).toBeInTheDocument()
})

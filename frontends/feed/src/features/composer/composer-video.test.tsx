import { beforeEach, expect, it } from '@jest/globals'
import { annAsAuthor, aPictureFile, aPost, fakeIntersectionObserver } from '@meadow/features/testing'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { renderFeed } from '../../testing/render-feed.tsx'

beforeEach(() => {
  fakeIntersectionObserver()
  let count = 0
  URL.createObjectURL = () => `blob:${++count}`
  URL.revokeObjectURL = () => undefined
})

const aVideoFile = (bytes = 10, name = 'walk.mp4') => {
  const file = new File(['\0\0\0\x18ftypisom'], name, { type: 'video/mp4' })
  Object.defineProperty(file, 'size', { value: bytes })
  return file
}
const captions = 'WEBVTT\n\n00:01.000 --> 00:02.000\nMoss'

const uploaded = { _id: 'v1', width: 640, height: 360 }

/** Chooses a video, which the browser reads as described. */
async function choose(file: File, duration: number) {
  const network = renderFeed('/home', {
    'POST /media': () => ({ ...uploaded, kind: 'video', url: '', secure_url: '', placeholder: '', sources: [] }),
    'PUT /media/:id/captions': () => ({
      video: { ...uploaded, status: 'processing', url: null, durationMs: 12_500, poster: null, captions: null },
    }),
    'POST /posts': () => aPost({ user: annAsAuthor }),
  })
  await userEvent.click(await screen.findByRole('button', { name: "What's on your mind?" }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Create Post' }))
  await userEvent.upload(screen.getByLabelText('Add a video', { selector: 'input' }), [file])
  const player = await dialog.findByLabelText('Preview of the video')
  const read = { currentTime: 0, duration, videoWidth: 640, videoHeight: 360 }
  for (const [name, value] of Object.entries(read))
    Object.defineProperty(player, name, { value, configurable: true, writable: true })
  fireEvent.loadedMetadata(player)
  return { network, dialog }
}

it('posts a video with its captions', async () => {
  const { network, dialog } = await choose(aVideoFile(), 12.5)
  expect(await dialog.findByText('Length: 0:13')).toBeVisible()
  expect(dialog.getByRole('button', { name: 'Add pictures' })).toBeDisabled()
  expect(dialog.getByRole('combobox', { name: 'Cover the video' })).toBeVisible()
  expect(dialog.getByRole('switch', { name: 'Remind me to add captions' })).toBeVisible()
  const file = new File([captions], 'walk.vtt', { type: 'text/vtt' })
  await userEvent.upload(dialog.getByLabelText('Add captions', { selector: 'input' }), [file])
  expect(await dialog.findByText('The video has captions.')).toBeVisible()
  await userEvent.click(dialog.getByRole('button', { name: 'Post' }))
  await waitFor(() => expect(network.last('POST /posts')).toBeDefined(), { timeout: 10_000 })
  expect(network.last('POST /posts')?.body).toMatchObject({ video: 'v1' })
  expect(network.last('PUT /media/:id/captions')?.body).toEqual({ captions })
  const form = network.last('POST /media')?.body as FormData
  expect(form.get('duration')).toBe('12.5')
})

it('says before what is too large or too long, and what is no captions', async () => {
  const { dialog } = await choose(aVideoFile(101 * 1024 * 1024), 12.5)
  expect(await dialog.findByText('Videos can be up to 100 MB. This one is too large.')).toBeVisible()
  expect(dialog.getByRole('button', { name: 'Post' })).toBeDisabled()
  const file = new File(['1\n00:00:01,000 --> 00:00:02,000\nText'], 'walk.vtt', { type: 'text/vtt' })
  await userEvent.upload(dialog.getByLabelText('Add captions', { selector: 'input' }), [file])
  expect(await dialog.findByText(/This file can't be used/)).toBeVisible()
  await userEvent.click(dialog.getByRole('button', { name: 'Remove video' }))
  expect(dialog.queryByLabelText('Preview of the video')).not.toBeInTheDocument()
  expect(dialog.getByRole('button', { name: 'Add pictures' })).toBeEnabled()
})

it('asks for no captions of an empty file', async () => {
  const { dialog } = await choose(aVideoFile(0), 12.5)
  expect(await dialog.findByText('This file is empty.')).toBeVisible()
  expect(dialog.queryByRole('button', { name: 'Add captions' })).not.toBeInTheDocument()
  expect(dialog.getByRole('button', { name: 'Post' })).toBeDisabled()
  expect(dialog.getByRole('button', { name: 'Remove video' })).toBeEnabled()
})

it('keeps a video and pictures, or two videos, until the member removes what is too much', async () => {
  const { dialog } = await choose(aVideoFile(), 12.5)
  await dialog.findByText('Length: 0:13')
  const post = dialog.getByRole('button', { name: 'Post' })
  expect(post).toBeEnabled()
  const picker = screen.getByLabelText('Add a video', { selector: 'input' })
  await userEvent.upload(picker, [aVideoFile(10, 'second.mp4')])
  expect(await dialog.findByRole('alert')).toHaveTextContent('A post can have one video, or pictures.')
  expect(post).toBeDisabled()
  await userEvent.upload(picker, [new File(['OggS'], 'third.mp4', { type: 'video/mp4' })])
  expect(await screen.findByText(/^This file can't be posted as a video/)).toBeVisible()
  await userEvent.click(dialog.getByRole('button', { name: 'Remove video' }))
  expect(dialog.queryByRole('alert')).not.toBeInTheDocument()
  expect(dialog.getByRole('textbox')).toHaveFocus()
  expect(dialog.getByLabelText('Preview of the video')).toBeInTheDocument() // the second one
  await userEvent.upload(screen.getByLabelText('Add pictures', { selector: 'input' }), [aPictureFile()])
  expect(await dialog.findByRole('alert')).toHaveTextContent('A post can have one video, or pictures.')
  expect(post).toBeDisabled()
  await userEvent.click(dialog.getByRole('button', { name: 'Remove video' }))
  expect(dialog.queryByRole('alert')).not.toBeInTheDocument()
  await waitFor(() => expect(post).toBeEnabled())
})

import { calls } from '@meadow/contracts'
import type { CallService } from '../service-calls.ts'

/** Creates a form with a file. The fields come before the file, as the services read the body as a stream. */
export function createFileForm(field: string, file: File, fields: Record<string, string>): FormData {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) form.set(name, value)
  form.set(field, file)
  return form
}

/** Creates a form with a picture, like `createFileForm`. */
export const createPictureForm = (field: string, picture: Buffer, fields: Record<string, string>): FormData =>
  createFileForm(field, new File([new Uint8Array(picture)], 'picture.webp', { type: 'image/webp' }), fields)

type Upload = { token: string; at: Date; purpose: 'avatar' | 'cover' | 'post'; picture: Buffer }

/** Uploads a picture of the member; returns its address. */
export async function uploadPicture(call: CallService, { token, at, purpose, picture }: Upload): Promise<string> {
  const body = createPictureForm('file', picture, { purpose })
  return (await call(calls.uploadMedia, { token, at, body })).secure_url
}

type VideoUpload = { token: string; at: Date; video: Buffer; captions: string }

/** Uploads a video of a post, and sets its captions; returns its id. It is encoded afterwards. */
export async function uploadCaptionedVideo(
  call: CallService,
  { token, at, video, captions }: VideoUpload,
): Promise<string> {
  const file = new File([new Uint8Array(video)], 'video.mp4', { type: 'video/mp4' })
  const { _id } = await call(calls.uploadMedia, { token, at, body: createFileForm('file', file, { purpose: 'post' }) })
  await call(calls.setCaptions, { token, at, params: { id: _id }, body: { captions } })
  return _id
}

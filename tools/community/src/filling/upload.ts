import { calls } from '@meadow/contracts'
import type { Calling } from '../calls.ts'

/** A form with a picture, for calls that take one: the fields before the file, which is read as it comes. */
export function pictureForm(field: string, picture: Buffer, fields: Record<string, string>): FormData {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) form.set(name, value)
  form.set(field, new Blob([new Uint8Array(picture)], { type: 'image/png' }), 'picture.png')
  return form
}

/** Uploads a picture of the member's own; answers its address. */
export async function upload(
  call: Calling,
  { by, when, purpose, picture }: { by: string; when: Date; purpose: string; picture: Buffer },
): Promise<string> {
  const body = pictureForm('file', picture, { purpose })
  return (await call(calls.uploadMedia, { by, when, body })).secure_url
}

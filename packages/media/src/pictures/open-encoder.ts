import type { Picture } from './encode-picture.ts'

export type { Picture } from './encode-picture.ts'

/** `encodePicture`, loaded with the first picture: what decodes and encodes takes memory that a quiet service can spare. */
export async function encodePicture(file: string): Promise<Picture> {
  const encoder = await import('./encode-picture.ts')
  return encoder.encodePicture(file)
}

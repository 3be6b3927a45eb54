import type { EncodedPicture } from './picture-files.ts'

/**
 * Encodes the picture in `file` as WebP. Loads the encoder with the first picture, because it needs memory that a service
 * without uploads does not need.
 * @throws unsupported_type | too_large | invalid_picture
 */
export async function encodePicture(file: string): Promise<EncodedPicture> {
  const { encodeWithSharp } = await import('./sharp-encoder.ts')
  return encodeWithSharp(file)
}

/** A picture in the format in which it is served. */
export type EncodedPicture = {
  content: Buffer
  width: number
  height: number
  type: 'image/webp'
  /** A thumbhash in base64, shown until the picture is loaded. */
  placeholder: string
  /** The same picture in smaller widths, narrowest first. */
  narrower: readonly { width: number; content: Buffer }[]
}

/**
 * Encodes the picture in `file` as WebP. Loads the encoder with the first picture, because it needs memory that a service
 * without uploads does not need.
 * @throws unsupported_type | too_large | invalid_picture
 */
export async function encodePicture(file: string): Promise<EncodedPicture> {
  const { encodeWithSharp } = await import('./sharp-encoder.ts')
  return encodeWithSharp(file)
}

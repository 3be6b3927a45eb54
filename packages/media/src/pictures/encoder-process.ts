import { PictureError, type PictureErrorCode } from './picture-error.ts'
import type { EncodedPicture } from './picture-files.ts'
import { encodeWithSharp } from './sharp-encoder.ts'

/** The response of an encoder process to the path of a file. */
export type EncoderResponse = { picture: EncodedPicture } | { code: PictureErrorCode; message: string }

// This is the main file of an encoder process. It imports no schemas and no web server, so that it starts quickly.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => {}) // the service ends this process
process.on('disconnect', () => process.exit())
process.on('message', async (file: string) => {
  process.send?.(await respond(file))
})

async function respond(file: string): Promise<EncoderResponse> {
  try {
    return { picture: await encodeWithSharp(file) }
  } catch (error) {
    const code = error instanceof PictureError ? error.code : 'invalid_picture'
    return { code, message: String(error instanceof Error ? (error.cause ?? error) : error) }
  }
}

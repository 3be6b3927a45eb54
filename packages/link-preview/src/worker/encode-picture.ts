import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { EncodedPicture, PictureEncoder } from '@meadow/media'
import { DomainError } from '@meadow/service'

/** The widest file of a picture beside a link. */
const MAX_WIDTH = 960
const MAX_BYTES = 1024 * 1024

/** Encodes the picture of a page as ours. Returns undefined if it is no picture, or too large. */
export async function encodePreviewPicture(
  encoder: Pick<PictureEncoder, 'encode'>,
  content: Buffer,
  signal: AbortSignal,
): Promise<EncodedPicture | undefined> {
  const folder = await mkdtemp(join(tmpdir(), `meadow-upload-${process.pid}-`))
  try {
    const file = join(folder, 'picture')
    await writeFile(file, content)
    const picture = limitWidth(await encoder.encode(file, signal))
    return picture.content.length > MAX_BYTES ? undefined : picture
  } catch (error) {
    if (error instanceof DomainError && !signal.aborted) return undefined
    throw error
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** Returns the picture without the files that are wider than a card is. */
function limitWidth(picture: EncodedPicture): EncodedPicture {
  const files = picture.narrower.filter(({ width }) => width <= MAX_WIDTH)
  const widest = picture.width > MAX_WIDTH ? files.pop() : undefined
  if (!widest) return { ...picture, narrower: files }
  const height = Math.max(1, Math.round((picture.height * widest.width) / picture.width))
  return { ...picture, content: widest.content, width: widest.width, height, narrower: files }
}

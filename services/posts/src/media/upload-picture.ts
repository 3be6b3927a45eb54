import { randomBytes } from 'node:crypto'
import { encodePicture, type Media } from '@meadow/media'
import { newId } from '@meadow/service'
import type { MediaRepository } from './media-repository.ts'
import { toPath, type UploadedPicture } from './picture.ts'

type Parts = { files: Media; media: MediaRepository; now: () => Date }

/**
 * Keeps the picture in `file` for its owner, encoded anew.
 * @throws unsupported_type | too_large | invalid_picture
 */
export async function uploadPicture(
  { files, media, now }: Parts,
  { ownerId, purpose, file }: { ownerId: string; purpose: UploadedPicture['purpose']; file: string },
): Promise<UploadedPicture> {
  const { content, width, height, type } = await encodePicture(file)
  const createdAt = now()
  const random = randomBytes(16).toString('hex')
  const picture = { _id: newId(createdAt), ownerId, purpose, random, width, height, createdAt }
  await files.put(toPath(picture), content, type)
  try {
    await media.add(picture)
  } catch (error) {
    await files.remove(toPath(picture)).catch(() => undefined) // what matters is why the picture is not known
    throw error
  }
  return picture
}

import { randomBytes } from 'node:crypto'
import { encodePicture, type MediaStore, putPictureFiles } from '@meadow/media'
import { newId } from '@meadow/service'
import { toPicturePath, type UploadedPicture } from './picture.ts'
import type { PictureRepository } from './picture-repository.ts'

type Parts = { files: MediaStore; media: PictureRepository; now: () => Date }

/**
 * Keeps the picture in `file` for its owner, encoded anew. It is known before its files are there, so that none is left
 * when we are killed meanwhile: who does not get its address cannot use it, and the janitor takes it.
 * @throws unsupported_type | too_large | invalid_picture
 */
export async function uploadPicture(
  { files, media, now }: Parts,
  { ownerId, purpose, file }: { ownerId: string; purpose: UploadedPicture['purpose']; file: string },
): Promise<UploadedPicture> {
  const encoded = await encodePicture(file)
  const { width, height, placeholder } = encoded
  const createdAt = now()
  const random = randomBytes(16).toString('hex')
  const narrower = encoded.narrower.map((one) => one.width)
  const picture = { _id: newId(createdAt), ownerId, purpose, random, width, height, placeholder, narrower, createdAt }
  await media.add(picture)
  try {
    await putPictureFiles(files, encoded, (width) => toPicturePath(picture, width))
  } catch (error) {
    await media.deleteUnattached(picture._id, now()).catch(() => undefined) // what matters is why; the janitor takes it then
    throw error
  }
  return picture
}

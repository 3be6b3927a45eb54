import { randomBytes } from 'node:crypto'
import { encodePicture, type MediaStore, putPictureFiles } from '@meadow/media'
import { toPicturePath, type UploadedPicture } from './picture.ts'
import type { PictureRepository } from './picture-repository.ts'

export type UploadPictureDeps = {
  files: MediaStore
  pictures: PictureRepository
  newId: (at: Date) => string
  now: () => Date
}

/**
 * Encodes the picture in `file` and stores it for its owner. Stores the row before the files: after a crash in between, the
 * media cleanup finds the row and removes its files.
 * @throws unsupported_type | too_large | invalid_picture
 */
export async function uploadPicture(
  { files, pictures, newId, now }: UploadPictureDeps,
  { ownerId, purpose, file }: { ownerId: string; purpose: UploadedPicture['purpose']; file: string },
): Promise<UploadedPicture> {
  const encoded = await encodePicture(file)
  const { width, height, placeholder } = encoded
  const createdAt = now()
  const random = randomBytes(16).toString('hex')
  const narrower = encoded.narrower.map((file) => file.width)
  const picture = { _id: newId(createdAt), ownerId, purpose, random, width, height, placeholder, narrower, createdAt }
  await pictures.add(picture)
  try {
    await putPictureFiles(files, encoded, (width) => toPicturePath(picture, width))
  } catch (error) {
    await pictures.deleteUnattached(picture._id, now()).catch(() => undefined) // otherwise the media cleanup deletes it later
    throw error
  }
  return picture
}

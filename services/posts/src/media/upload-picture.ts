import { toMarkedRandom } from '@meadow/contracts'
import { type MediaStore, type PictureUpload, putPictureFiles } from '@meadow/media'
import { toPicturePath, type UploadedPicture } from './picture.ts'
import type { PictureRepository } from './picture-repository.ts'

export type UploadPictureDeps = {
  files: MediaStore
  pictures: PictureRepository
  newId: (at: Date) => string
  newRandomName: () => string
  now: () => Date
}

/**
 * Encodes an uploaded picture and stores it for its owner. Stores the row before the files: after a crash in between, the
 * media cleanup finds the row and removes its files.
 * @throws unsupported_type | too_large | animation_too_large | invalid_picture | upload_failed | unavailable
 */
export async function uploadPicture(
  { files, pictures, newId, newRandomName, now }: UploadPictureDeps,
  ownerId: string,
  { fields: { purpose }, encode }: Pick<PictureUpload<Pick<UploadedPicture, 'purpose'>>, 'fields' | 'encode'>,
): Promise<UploadedPicture> {
  const encoded = await encode()
  const { width, height, placeholder } = encoded
  const createdAt = now()
  const random = toMarkedRandom(newRandomName(), purpose)
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

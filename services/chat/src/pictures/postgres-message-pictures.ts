import { queueMediaRemovals } from '@meadow/media'
import { DomainError } from '@meadow/service'
import type { Queryable } from '@meadow/storage'
import type { MessagePicture } from '../messages/message.ts'
import type { PictureSecretTable } from '../schema.ts'
import { listPicturePaths } from './picture-paths.ts'

/** Takes the files of pictures out of the removal queue, in the transaction of their message. @throws upload_failed if they are removed */
export async function claimPictures(tx: Queryable, pictures: readonly MessagePicture[]): Promise<void> {
  if (pictures.length === 0) return
  const paths = pictures.flatMap(listPicturePaths)
  const { rowCount } = await tx.query('delete from media_to_remove where path = any($1)', [paths])
  if (rowCount !== paths.length) throw new DomainError('upload_failed')
}

/** Queues the files of deleted pictures for removal, in the transaction of their message. */
export const releasePictures = (tx: Queryable, pictures: readonly MessagePicture[], at: Date): Promise<void> =>
  pictures.length === 0 ? Promise.resolve() : queueMediaRemovals(tx, pictures.flatMap(listPicturePaths), at)

/** Reads the secret that signs the URLs of pictures. The migration of its table creates it. */
export async function readPictureSecret(db: Queryable): Promise<string> {
  const { rows } = await db.query<Pick<PictureSecretTable, 'secret'>>('select secret from picture_secret')
  const [row] = rows
  if (!row) throw new Error('The secret that signs the URLs of pictures does not exist')
  return row.secret
}

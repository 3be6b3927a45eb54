import { queueMediaRemovals } from '@meadow/media'
import { DomainError } from '@meadow/service'
import type { Queryable } from '@meadow/storage'
import type { MessagePicture } from '../messages/message.ts'
import { listPicturePaths } from './picture-paths.ts'

/** A message takes a picture, in its transaction. @throws upload_failed when its files were cleared away meanwhile */
export async function claimPicture(tx: Queryable, picture: MessagePicture): Promise<void> {
  const paths = listPicturePaths(picture)
  const { rowCount } = await tx.query('delete from media_to_remove where path = any($1)', [paths])
  if (rowCount !== paths.length) throw new DomainError('upload_failed')
}

/** A message lets its picture go, in its transaction: the sweep removes the files. */
export const releasePicture = (tx: Queryable, picture: MessagePicture, at: Date): Promise<void> =>
  queueMediaRemovals(tx, listPicturePaths(picture), at)

/** What addresses of pictures are signed with; made with the table that holds it. */
export async function readPictureSecret(db: Queryable): Promise<string> {
  const { rows } = await db.query<{ secret: string }>('select secret from picture_secret')
  const [found] = rows
  if (!found) throw new Error('There is no secret to sign addresses of pictures with')
  return found.secret
}

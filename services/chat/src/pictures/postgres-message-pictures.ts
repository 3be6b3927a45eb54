import { queueMediaRemovals } from '@meadow/media'
import { DomainError } from '@meadow/service'
import type { Queryable } from '@meadow/storage'
import type { PictureSecretTable } from '../schema.ts'

/** Takes the files of a message out of the removal queue, in its transaction. @throws upload_failed if they are removed */
export async function claimFiles(tx: Queryable, paths: readonly string[]): Promise<void> {
  if (paths.length === 0) return
  const { rowCount } = await tx.query('delete from media_to_remove where path = any($1)', [paths])
  if (rowCount !== paths.length) throw new DomainError('upload_failed')
}

/** Queues the files of a message for removal, in the transaction that deletes them. */
export const releaseFiles = (tx: Queryable, paths: readonly string[], at: Date): Promise<void> =>
  paths.length === 0 ? Promise.resolve() : queueMediaRemovals(tx, paths, at)

/** Reads the secret that signs the URLs of pictures. The migration of its table creates it. */
export async function readPictureSecret(db: Queryable): Promise<string> {
  const { rows } = await db.query<Pick<PictureSecretTable, 'secret'>>('select secret from picture_secret')
  const [row] = rows
  if (!row) throw new Error('The secret that signs the URLs of pictures does not exist')
  return row.secret
}

import { randomBytes } from 'node:crypto'
import { mediaRemovalCollection, queueMediaRemovalsInMongo } from '@meadow/media'
import { DomainError } from '@meadow/service'
import { type MongoCollection, type MongoDatabase, type MongoWrite, toMongoDelete } from '@meadow/storage'

export const pictureSecretCollection: MongoCollection = { name: 'secrets' }

/** Returns the write that takes the files of a message out of the removal queue, in its transaction. */
export function toFileClaims(tx: MongoDatabase, paths: readonly string[]): MongoWrite[] {
  if (paths.length === 0) return []
  const removals = tx.db.collection<{ _id: string }>(mediaRemovalCollection.name)
  return [toMongoDelete(removals, { _id: { $in: [...paths] } })]
}

/** Checks the result of `toFileClaims`. @throws upload_failed if files are removed already */
export function assertFilesClaimed(paths: readonly string[], deletedCount: number): void {
  if (deletedCount !== paths.length) throw new DomainError('upload_failed')
}

/** Queues the files of a message for removal, in the transaction that deletes them. */
export const releaseFiles = (tx: MongoDatabase, paths: readonly string[], at: Date): Promise<void> =>
  paths.length === 0 ? Promise.resolve() : queueMediaRemovalsInMongo(tx, paths, at)

/** Reads the secret that signs the URLs of pictures. The first call creates it. */
export async function readPictureSecret({ db, operationOptions }: MongoDatabase): Promise<string> {
  const secrets = db.collection<{ _id: 'pictures'; secret: string }>(pictureSecretCollection.name)
  const insert = { $setOnInsert: { secret: randomBytes(32).toString('base64url') } }
  await secrets.updateOne({ _id: 'pictures' }, insert, { ...operationOptions, upsert: true })
  const row = await secrets.findOne({ _id: 'pictures' }, operationOptions)
  if (!row) throw new Error('The secret that signs the URLs of pictures does not exist')
  return row.secret
}

import { randomBytes } from 'node:crypto'
import { mediaRemovalCollection, queueMediaRemovalsInMongo } from '@meadow/media'
import { DomainError } from '@meadow/service'
import { type MongoCollection, type MongoDatabase, type MongoWrite, toMongoDelete } from '@meadow/storage'
import type { MessagePicture } from '../messages/message.ts'
import { listPicturePaths } from './picture-paths.ts'

export const pictureSecretCollection: MongoCollection = { name: 'secrets' }

/** Returns the write that takes the files of pictures out of the removal queue, in the transaction of their message. */
export function toPictureClaims(tx: MongoDatabase, pictures: readonly MessagePicture[]): MongoWrite[] {
  if (pictures.length === 0) return []
  const removals = tx.db.collection<{ _id: string }>(mediaRemovalCollection.name)
  return [toMongoDelete(removals, { _id: { $in: pictures.flatMap(listPicturePaths) } })]
}

/** Checks the result of `toPictureClaims`. @throws upload_failed if files are removed already */
export function assertPicturesClaimed(pictures: readonly MessagePicture[], deletedCount: number): void {
  if (deletedCount !== pictures.flatMap(listPicturePaths).length) throw new DomainError('upload_failed')
}

/** Queues the files of deleted pictures for removal, in the transaction of their message. */
export const releasePictures = (tx: MongoDatabase, pictures: readonly MessagePicture[], at: Date): Promise<void> =>
  pictures.length === 0 ? Promise.resolve() : queueMediaRemovalsInMongo(tx, pictures.flatMap(listPicturePaths), at)

/** Reads the secret that signs the URLs of pictures. The first call creates it. */
export async function readPictureSecret({ db, operationOptions }: MongoDatabase): Promise<string> {
  const secrets = db.collection<{ _id: 'pictures'; secret: string }>(pictureSecretCollection.name)
  const insert = { $setOnInsert: { secret: randomBytes(32).toString('base64url') } }
  await secrets.updateOne({ _id: 'pictures' }, insert, { ...operationOptions, upsert: true })
  const row = await secrets.findOne({ _id: 'pictures' }, operationOptions)
  if (!row) throw new Error('The secret that signs the URLs of pictures does not exist')
  return row.secret
}

import { randomBytes } from 'node:crypto'
import { mediaRemovalCollection, queueMediaRemovalsInMongo } from '@meadow/media'
import { DomainError } from '@meadow/service'
import type { MongoCollection, MongoDatabase } from '@meadow/storage'
import type { MessagePicture } from '../messages/message.ts'
import { listPicturePaths } from './picture-paths.ts'

export const pictureSecretCollection: MongoCollection = { name: 'secrets' }

/** Takes the files of pictures out of the removal queue, in the transaction of their message. @throws upload_failed if they are removed */
export async function claimPictures(tx: MongoDatabase, pictures: readonly MessagePicture[]): Promise<void> {
  if (pictures.length === 0) return
  const paths = pictures.flatMap(listPicturePaths)
  const removals = tx.db.collection<{ _id: string }>(mediaRemovalCollection.name)
  const { deletedCount } = await removals.deleteMany({ _id: { $in: paths } }, tx.operationOptions)
  if (deletedCount !== paths.length) throw new DomainError('upload_failed')
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

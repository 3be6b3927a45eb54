import { randomBytes } from 'node:crypto'
import { mediaRemovalCollection, queueMediaRemovalsInMongo } from '@meadow/media'
import { DomainError } from '@meadow/service'
import type { MongoCollection, MongoDatabase } from '@meadow/storage'
import type { MessagePicture } from '../messages/message.ts'
import { listPicturePaths } from './picture-paths.ts'

export const pictureSecretCollection: MongoCollection = { name: 'secrets' }

/** A message takes a picture, in its transaction. @throws upload_failed when its files were cleared away meanwhile */
export async function claimPicture(tx: MongoDatabase, picture: MessagePicture): Promise<void> {
  const paths = listPicturePaths(picture)
  const toRemove = tx.db.collection<{ _id: string }>(mediaRemovalCollection.name)
  const { deletedCount } = await toRemove.deleteMany({ _id: { $in: paths } }, tx.operationOptions)
  if (deletedCount !== paths.length) throw new DomainError('upload_failed')
}

/** A message lets its picture go, in its transaction: the sweep removes the files. */
export const releasePicture = (tx: MongoDatabase, picture: MessagePicture, at: Date): Promise<void> =>
  queueMediaRemovalsInMongo(tx, listPicturePaths(picture), at)

/** What addresses of pictures are signed with; whoever asks first makes it. */
export async function readPictureSecret({ db, operationOptions: within }: MongoDatabase): Promise<string> {
  const secrets = db.collection<{ _id: 'pictures'; secret: string }>(pictureSecretCollection.name)
  const made = { $setOnInsert: { secret: randomBytes(32).toString('base64url') } }
  await secrets.updateOne({ _id: 'pictures' }, made, { ...within, upsert: true })
  const found = await secrets.findOne({ _id: 'pictures' }, within)
  if (!found) throw new Error('There is no secret to sign addresses of pictures with')
  return found.secret
}

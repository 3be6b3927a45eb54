import type { MongoCollection, MongoDatabase } from '@meadow/storage'
import type { PostSettings } from '../posts/post-settings.ts'

/** A draft. `_id` is made of the member and the id of the draft. `deletedAt` is there if it was deleted. */
export type PostDraftDocument = {
  _id: string
  draftId: string
  memberId: string
  content: string
  pictures: { _id: string; alt: string }[]
  settings: PostSettings
  changedAt: Date
  deletedAt?: Date
}

export const postDraftsIn = ({ db }: MongoDatabase) => db.collection<PostDraftDocument>('post_drafts')

export const toDraftDocumentId = (memberId: string, id: string): string => `${memberId} ${id}`

export const postDraftCollection: MongoCollection = {
  name: 'post_drafts',
  indexes: [
    { name: 'newest', key: { memberId: 1, changedAt: -1 } },
    { name: 'deleted', key: { deletedAt: 1 } },
  ],
}

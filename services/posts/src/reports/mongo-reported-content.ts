import { toPictureAddress } from '@meadow/contracts'
import { appendToMongoOutbox } from '@meadow/events'
import { createMongoMemberReadModel } from '@meadow/members'
import type { MongoDatabase } from '@meadow/storage'
import { commentsIn, postsIn, toPostPictures } from '../posts/mongo-post-collections.ts'
import { deleteStoredPost } from '../posts/mongo-post-repository.ts'
import type { ReportedContentStore } from './reported-content.ts'

/** Reads reported content on MongoDB. `tx` is the transaction of the consumer. */
export function createMongoReportedContent(tx: MongoDatabase, newId: (at: Date) => string): ReportedContentStore {
  const findMember = async (id: string) => (await createMongoMemberReadModel(tx).find([id])).get(id)

  const store: ReportedContentStore = {
    newId,
    findFollowed: (memberId, ids) => createMongoMemberReadModel(tx).findFollowed(memberId, ids),
    append: (event) => appendToMongoOutbox(tx, event),

    async removePost(_id, at) {
      const post = await postsIn(tx).findOne({ _id }, tx.operationOptions)
      if (!post) return undefined
      await deleteStoredPost(tx, post, at)
      return post
    },

    async findPost(_id) {
      const post = await postsIn(tx).findOne({ _id }, tx.operationOptions)
      const author = post && (await findMember(post.authorId))
      if (!author) return undefined
      const pictures = toPostPictures(post).map((picture) => ({ url: toPictureAddress(picture), alt: picture.alt }))
      return { author, text: post.content, createdAt: post.createdAt, pictures, post: undefined }
    },

    async findComment(_id) {
      const comment = await commentsIn(tx).findOne({ _id }, tx.operationOptions)
      const author = comment && (await findMember(comment.authorId))
      if (!author) return undefined
      const { text, createdAt, postId } = comment
      return { author, text, createdAt, pictures: [], post: await store.findPost(postId) }
    },
  }
  return store
}

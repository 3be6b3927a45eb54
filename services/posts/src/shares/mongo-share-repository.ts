import { createMongoClientKeyStore } from '@meadow/events'
import { createMongoMemberReadModel, toMemberView } from '@meadow/members'
import { type MongoDatabase, withMongoTransaction } from '@meadow/storage'
import { findOrAddMember } from '../members/require-active-member.ts'
import { isPostVisible, toChangedPost } from '../posts/mongo-post-changes.ts'
import { postsIn } from '../posts/mongo-post-collections.ts'
import { attachPictures, toPostDocument } from '../posts/mongo-post-repository.ts'
import { toFirstRevision } from '../posts/post.ts'
import { createMongoPostSharers } from './mongo-post-sharers.ts'
import { readOwnShares, storeSharePlan } from './mongo-share-changes.ts'
import { planShare, planShareRemoval } from './share.ts'
import type { ShareRepository } from './share-repository.ts'

export const createMongoShareRepository = (mongo: MongoDatabase): ShareRepository => ({
  listSharers: createMongoPostSharers(mongo),

  async add(share, key) {
    const originalId = await findOriginalId(mongo, share.postId)
    return withMongoTransaction(
      mongo,
      async (tx) => {
        const members = createMongoMemberReadModel(tx)
        const member = await findOrAddMember(members, share.author)
        const original = await postsIn(tx).findOne({ _id: originalId }, tx.operationOptions)
        const author = original && (await members.find([original.authorId])).get(original.authorId)
        const context = {
          memberState: member?.state,
          isVisible: await isPostVisible(tx, original, share.author),
          isAuthorPrivate: author?.isPrivate ?? false,
          ...(await readOwnShares(tx, originalId, share.author._id)),
        }
        const repeatedId = key && (await createMongoClientKeyStore(tx).claim(key, share._id))
        if (repeatedId) return { originalId, shareId: repeatedId }
        const pictures = await attachPictures(tx, share)
        const changed = original ? await toChangedPost(tx, original) : undefined
        const plan = planShare(changed, originalId, share, pictures, context)
        if (!plan || !member) return { originalId, shareId: context.plainShareId ?? share._id }
        const stored = {
          ...toFirstRevision(share, toMemberView(member, false), { pictures, video: null }),
          sharedPostId: originalId,
        }
        await postsIn(tx).insertOne(toPostDocument(stored), tx.operationOptions)
        await storeSharePlan(tx, originalId, plan)
        return { originalId, shareId: share._id }
      },
      originalId,
    )
  },

  async remove(removal) {
    const postId = await findOriginalId(mongo, removal.postId)
    await withMongoTransaction(
      mongo,
      async (tx) => {
        const original = await postsIn(tx).findOne({ _id: postId }, tx.operationOptions)
        const { plainShareId, hasQuotes } = await readOwnShares(tx, postId, removal.by._id)
        if (!original || !plainShareId) return
        await postsIn(tx).deleteOne({ _id: plainShareId }, tx.operationOptions)
        const post = await toChangedPost(tx, original)
        await storeSharePlan(tx, postId, planShareRemoval(post, plainShareId, { ...removal, postId }, hasQuotes))
      },
      postId,
    )
  },
})

/** Returns the original of a share without a comment, and otherwise the id itself. */
async function findOriginalId(mongo: MongoDatabase, _id: string): Promise<string> {
  const options = { ...mongo.operationOptions, projection: { sharedPostId: 1, isPlainShare: 1 } }
  const post = await postsIn(mongo).findOne({ _id }, options)
  return (post?.isPlainShare && post.sharedPostId) || _id
}

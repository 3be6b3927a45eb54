import type { TextFacet } from '@meadow/contracts'
import { MAX_EDIT_PARTICIPANTS } from '@meadow/contracts/limits'
import { appendToMongoOutbox } from '@meadow/events'
import { toDueLinkPreview } from '@meadow/link-preview'
import { createMongoMemberReadModel } from '@meadow/members'
import { DomainError } from '@meadow/service'
import { type MongoCollection, type MongoDatabase, withMongoTransaction } from '@meadow/storage'
import { requireActiveMember } from '../members/require-active-member.ts'
import { isPostVisible, toChangedPost } from '../posts/mongo-post-changes.ts'
import { commentsIn, type PostDocument, postsIn } from '../posts/mongo-post-collections.ts'
import { type EditablePost, type PostEdit, planPostEdit, toCurrentVersion } from './edit.ts'
import type { EditRepository } from './edit-repository.ts'

/** A text that a post had before an edit. `_id` is made of the post and `rev`. */
export type PostVersionDocument = {
  _id: string
  postId: string
  authorId: string
  rev: number
  content: string
  facets: TextFacet[]
  writtenAt: Date
}

export const postVersionsIn = ({ db }: MongoDatabase) => db.collection<PostVersionDocument>('post_versions')

export const postVersionCollection: MongoCollection = {
  name: 'post_versions',
  indexes: [
    { name: 'newest', key: { postId: 1, rev: -1 } },
    { name: 'by_author', key: { authorId: 1, _id: 1 } },
  ],
}

export const createMongoEditRepository = (mongo: MongoDatabase): EditRepository => ({
  edit: (edit) =>
    withMongoTransaction(
      mongo,
      async (tx) => {
        await requireActiveMember(createMongoMemberReadModel(tx), edit.by)
        const { postId, content, facets, at } = edit
        const plan = planPostEdit(await readEditedPost(tx, edit), edit)
        if (!plan) return
        const { replaced, post } = plan
        const version = { _id: `${postId} ${replaced.rev}`, postId, authorId: post.authorId, ...replaced }
        await postVersionsIn(tx).insertOne(version, tx.operationOptions)
        const change = {
          content,
          facets,
          editedAt: at,
          editedRev: post.rev,
          rev: post.rev,
          ...(plan.losesLinkPreview && { linkPreview: null }),
          ...toDueLinkPreview(facets),
        }
        const update = { $set: change, $unset: { terms: true, tags: true } } as const // so that it is indexed again
        await postsIn(tx).updateOne({ _id: postId }, update, tx.operationOptions)
        await appendToMongoOutbox(tx, plan.event)
      },
      edit.postId,
    ),

  async listVersions(postId, viewer, limit) {
    const post = await postsIn(mongo).findOne({ _id: postId }, mongo.operationOptions)
    if (!post || !(await isPostVisible(mongo, post, viewer))) throw new DomainError('post_not_found')
    const earlier = await postVersionsIn(mongo)
      .find({ postId }, mongo.operationOptions)
      .sort({ rev: -1 })
      .limit(limit)
      .toArray()
    return [
      toCurrentVersion(toText(post)),
      ...earlier.map(({ rev, content, facets, writtenAt }) => ({ rev, content, facets, writtenAt })),
    ]
  },
})

const toText = ({ content, facets = [], createdAt, editedAt, editedRev }: PostDocument) => ({
  content,
  facets,
  createdAt,
  editedAt: editedAt ?? undefined,
  editedRev: editedRev ?? undefined,
})

async function readEditedPost(tx: MongoDatabase, { postId, by }: PostEdit): Promise<EditablePost | undefined> {
  const stored = await postsIn(tx).findOne({ _id: postId }, tx.operationOptions)
  if (!stored) return undefined
  const participants = await commentsIn(tx)
    .aggregate<{ _id: string }>(
      [
        { $match: { postId, authorId: { $ne: stored.authorId } } },
        { $group: { _id: '$authorId', newest: { $max: '$createdAt' } } },
        { $sort: { newest: -1 } },
        { $limit: MAX_EDIT_PARTICIPANTS },
      ],
      tx.operationOptions,
    )
    .toArray()
  return {
    post: await toChangedPost(tx, stored),
    ...toText(stored),
    hasPicture: stored.hasPicture,
    hasLinkPreview: Boolean(stored.linkPreview),
    isVisible: await isPostVisible(tx, stored, by),
    participantIds: participants.map(({ _id }) => _id),
  }
}

import type { MongoCollection, MongoDatabase } from '@meadow/storage'
import type { PostPicture } from './post.ts'

type EmbeddedComment = { _id: string; authorId: string; text: string; createdAt: Date }

/** Said of a post. */
export type CommentDocument = EmbeddedComment & { postId: string }

/** `_id` is the post and the member, `place` where it stands among those of a member. `authorId` is whose post it is. */
export type LikeDocument = {
  _id: string
  postId: string
  memberId: string
  authorId: string
  createdAt: Date
  place: string
}

/** Where a like stands among those of a member: by its time, then by its post. As text the order is the same. */
export const toLikeSortKey = (createdAt: Date, postId: string): string => `${createdAt.toISOString()} ${postId}`

/** A post with what everybody is shown of it: its newest likers and comments, as many as are ever shown. */
export type PostDocument = {
  _id: string
  authorId: string
  content: string
  alt: string
  picture: PostPicture | null
  hasPicture: boolean
  createdAt: Date
  rev: number
  /** The newest first. */
  likes: string[]
  likesCount: number
  /** The oldest first. */
  comments: EmbeddedComment[]
  commentsCount: number
}

export const toLikeId = (postId: string, memberId: string): string => `${postId} ${memberId}`

export const postsIn = ({ db }: MongoDatabase) => db.collection<PostDocument>('posts')
export const likesIn = ({ db }: MongoDatabase) => db.collection<LikeDocument>('likes')
export const commentsIn = ({ db }: MongoDatabase) => db.collection<CommentDocument>('comments')

export const postCollections: MongoCollection[] = [
  {
    name: 'posts',
    indexes: [
      { name: 'by_author', key: { authorId: 1, _id: -1 } },
      {
        name: 'with_picture',
        key: { authorId: 1, hasPicture: 1, _id: -1 },
        partialFilterExpression: { hasPicture: true },
      },
    ],
  },
  {
    name: 'likes',
    indexes: [
      { name: 'newest', key: { postId: 1, createdAt: -1, memberId: 1 } },
      { name: 'by_member', key: { memberId: 1, place: -1 } },
      { name: 'of_author', key: { authorId: 1, memberId: 1, place: -1 } },
    ],
  },
  { name: 'comments', indexes: [{ name: 'newest', key: { postId: 1, _id: -1 } }] },
]

import type { TextFacet } from '@meadow/contracts'
import type { LinkPreview } from '@meadow/link-preview'
import type { MongoCollection, MongoDatabase } from '@meadow/storage'
import type { PostVideo } from '../videos/video.ts'
import type { PostPicture } from './post.ts'
import type { PostSettings } from './post-settings.ts'

/** Optional fields are missing from documents of earlier versions. */
export type EmbeddedComment = {
  _id: string
  authorId: string
  text: string
  facets?: TextFacet[]
  createdAt: Date
  /** The comment to which it replies, and the author of that. */
  parentId?: string | null
  parentAuthorId?: string | null
  editedAt?: Date | null
}

export type CommentDocument = EmbeddedComment & {
  postId: string
  /** The reply to the same comment that it answers. */
  replyToId?: string | null
  likesCount?: number
  repliesCount?: number
  /** Counts the edits and likes. */
  rev?: number
}

/** A hidden comment. With neither flag, the comment to which it replies is hidden. Earlier versions hide for moderators alone. */
export type HiddenCommentDocument = CommentDocument & { hiddenByModerators?: boolean; hiddenByHost?: boolean }

/** A like of a comment. `_id` is made of comment and member. */
export type CommentLikeDocument = { _id: string; commentId: string; postId: string; memberId: string; createdAt: Date }

/** Returns the part of a comment that the document of its post holds. */
export const toEmbeddedComment = (comment: CommentDocument): EmbeddedComment => {
  const {
    _id,
    authorId,
    text,
    facets = [],
    createdAt,
    parentId = null,
    parentAuthorId = null,
    editedAt = null,
  } = comment
  return { _id, authorId, text, facets, createdAt, parentId, parentAuthorId, editedAt }
}

/** A like. `_id` is made of post and member; `authorId` is the author of the post; `sortKey` orders a member's likes. */
export type LikeDocument = {
  _id: string
  postId: string
  memberId: string
  authorId: string
  createdAt: Date
  sortKey: string
}

/** Returns the sort key of a like: its time, then its post, as text in the same order. */
export const toLikeSortKey = (createdAt: Date, postId: string): string => `${createdAt.toISOString()} ${postId}`

/** A picture in a document of an earlier version, which stored its alt text in the post. */
type LegacyPicture = Omit<PostPicture, 'alt'>

/**
 * A post with its newest likers and comments, at most as many as a view shows. `picture` and `alt` are the first of
 * `pictures`, for earlier versions; their documents have no `pictures`.
 */
export type PostDocument = {
  _id: string
  authorId: string
  content: string
  /** Missing from documents of earlier versions. */
  facets?: TextFacet[]
  /** Missing from documents of earlier versions. */
  settings?: PostSettings
  alt: string
  picture: LegacyPicture | null
  pictures?: PostPicture[]
  /** Missing from documents of earlier versions. */
  video?: PostVideo | null
  /** It has pictures or a video. */
  hasPicture: boolean
  createdAt: Date
  /** The time of the last edit of the text, and the `rev` after it; missing or null: there was none. */
  editedAt?: Date | null
  editedRev?: number
  rev: number
  /** Ids of the newest likers, newest first. */
  likes: string[]
  likesCount: number
  /** The newest comments, oldest first. */
  comments: EmbeddedComment[]
  commentsCount: number
  /** The number of members who share it. Missing from documents of earlier versions. */
  sharesCount?: number
  /** The original, if this is a share, and that it has no comment. Missing from other posts. */
  sharedPostId?: string
  isPlainShare?: boolean
  /** The time since which moderators hide the post; missing or null: they do not. */
  hiddenAt?: Date | null
  /** The terms and tags by which the post is found; missing until they are indexed, and after an edit of the text. */
  terms?: string[]
  tags?: string[]
  /** The preview of the first link, and the time when one is to be fetched; missing if none is. */
  linkPreview?: LinkPreview | null
  linkPreviewDueAt?: Date
  /** The author has removed the preview. */
  linkPreviewRemoved?: boolean
}

/** The condition of posts that are not hidden. */
export const NOT_HIDDEN = { hiddenAt: null } as const

/** Returns the pictures of a post, also of a document of an earlier version. */
export const toPostPictures = ({ alt, picture, pictures }: Pick<PostDocument, 'alt' | 'picture' | 'pictures'>) =>
  pictures ?? (picture ? [{ ...picture, alt }] : [])

/** Returns the id of a like, which is unique per post and member. */
export const toLikeId = (postId: string, memberId: string): string => `${postId} ${memberId}`

/** Returns the id of the like of a comment, which is unique per comment and member. */
export const toCommentLikeId = (commentId: string, memberId: string): string => `${commentId} ${memberId}`

export const postsIn = ({ db }: MongoDatabase) => db.collection<PostDocument>('posts')
export const likesIn = ({ db }: MongoDatabase) => db.collection<LikeDocument>('likes')
/** Comments that moderators hide until they decide, or that the author of their post hides. They are neither in `comments` nor in the document of their post. */
export const hiddenCommentsIn = ({ db }: MongoDatabase) => db.collection<HiddenCommentDocument>('hidden_comments')
export const commentLikesIn = ({ db }: MongoDatabase) => db.collection<CommentLikeDocument>('comment_likes')
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
      { name: 'by_shared_post', key: { sharedPostId: 1, isPlainShare: 1, authorId: 1 } },
      {
        name: 'newest_shares',
        key: { sharedPostId: 1, createdAt: -1, authorId: 1, _id: -1 },
        partialFilterExpression: { sharedPostId: { $exists: true } },
      },
      { name: 'by_term', key: { terms: 1, _id: -1 } },
      { name: 'by_tag', key: { tags: 1, _id: -1 } },
      {
        name: 'by_link_preview',
        key: { 'linkPreview._id': 1 },
        partialFilterExpression: { 'linkPreview._id': { $exists: true } },
      },
      {
        name: 'by_link_preview_due_at',
        key: { linkPreviewDueAt: 1 },
        partialFilterExpression: { linkPreviewDueAt: { $exists: true } },
      },
    ],
  },
  {
    name: 'likes',
    indexes: [
      { name: 'newest', key: { postId: 1, createdAt: -1, memberId: 1 } },
      { name: 'by_member_and_sort_key', key: { memberId: 1, sortKey: -1 } },
      { name: 'by_author_and_sort_key', key: { authorId: 1, memberId: 1, sortKey: -1 } },
    ],
  },
  {
    name: 'comments',
    indexes: [
      { name: 'newest', key: { postId: 1, _id: -1 } },
      { name: 'by_post_and_parent', key: { postId: 1, parentId: 1, _id: 1 } },
      { name: 'by_author_and_id', key: { authorId: 1, _id: -1 } },
    ],
  },
  {
    name: 'hidden_comments',
    indexes: [
      { name: 'by_post', key: { postId: 1 } },
      { name: 'by_post_and_parent', key: { postId: 1, parentId: 1 } },
      { name: 'by_author', key: { authorId: 1 } },
    ],
  },
  {
    name: 'comment_likes',
    indexes: [
      { name: 'by_comment', key: { commentId: 1 } },
      { name: 'by_post', key: { postId: 1 } },
      { name: 'by_member', key: { memberId: 1, createdAt: 1 } },
    ],
  },
]

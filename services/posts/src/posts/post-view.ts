import { type CommentView, type PostView, toPictureAddress } from '@meadow/contracts'
import { toPictureView } from '../media/picture.ts'
import type { Comment, Post } from './post.ts'

export const toCommentView = ({ _id, user, text, createdAt }: Comment): CommentView => ({
  _id,
  user,
  text,
  createdAt: createdAt.toISOString(),
})

/** Converts a post to its view in responses to the viewer for whom it was read. */
export const toPostView = (post: Post): PostView => ({
  _id: post._id,
  user: post.user,
  content: post.content,
  image: post.picture ? toPictureAddress(post.picture) : '',
  media: post.picture ? { ...toPictureView(post.picture), alt: post.alt } : null,
  createdAt: post.createdAt.toISOString(),
  rev: post.rev,
  likes: post.likes,
  comments: post.comments.map(toCommentView),
  likesCount: post.likesCount,
  commentsCount: post.commentsCount,
  viewerLiked: post.viewerLiked,
})

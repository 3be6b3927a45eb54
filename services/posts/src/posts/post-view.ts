import type { CommentView, PostView } from '@meadow/contracts'
import { toAddress, toMediaView } from '../media/picture.ts'
import type { Comment, Post } from './post.ts'

export const toCommentView = ({ _id, user, text, createdAt }: Comment): CommentView => ({
  _id,
  user,
  text,
  createdAt: createdAt.toISOString(),
})

/** A post as answers show it to the viewer whom it was read for. */
export const toPostView = (post: Post): PostView => ({
  _id: post._id,
  user: post.user,
  content: post.content,
  image: post.picture ? toAddress(post.picture) : '',
  media: post.picture ? { ...toMediaView(post.picture), alt: post.alt } : null,
  createdAt: post.createdAt.toISOString(),
  rev: post.rev,
  likes: post.likes,
  comments: post.comments.map(toCommentView),
  likesCount: post.likesCount,
  commentsCount: post.commentsCount,
  viewerLiked: post.viewerLiked,
})

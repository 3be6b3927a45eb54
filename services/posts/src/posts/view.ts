import type { CommentView, MediaView, PostView } from '@meadow/contracts'
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
  image: post.picture?.address ?? '',
  media: toMediaView(post),
  createdAt: post.createdAt.toISOString(),
  rev: post.rev,
  likes: post.likes,
  comments: post.comments.map(toCommentView),
  likesCount: post.likesCount,
  commentsCount: post.commentsCount,
  viewerLiked: post.viewerLiked,
})

function toMediaView({ picture, alt }: Post): MediaView | null {
  if (!picture) return null
  const { _id, address, width, height } = picture
  return { _id, secure_url: address, url: address, width, height, alt }
}

import * as z from 'zod'
import { defineCall } from '../define-call.ts'
import { MAX_COMMENT_LENGTH, PAGE_SIZE } from '../limits.ts'
import { Cursor, pageLimit } from '../shapes/list.ts'
import { CommentView, PostView } from '../shapes/post.ts'
import { Id, Timestamp, trimmedText } from '../text.ts'

const PostParams = z.object({ id: Id })
const CommentParams = z.object({ id: Id, commentId: Id })
const CommentText = trimmedText(MAX_COMMENT_LENGTH, `A comment can have at most ${MAX_COMMENT_LENGTH} characters`).min(
  1,
  'Write something first',
)

export const addComment = defineCall({
  method: 'post',
  path: '/posts/:id/comments',
  access: 'member',
  summary:
    'Comments on a post, or replies to its comment `parentId`. A reply to a reply joins the replies of the same comment',
  status: 201,
  idempotent: true,
  params: PostParams,
  body: z.object({ text: CommentText, parentId: Id.optional() }),
  response: z.object({ post: PostView, comment: CommentView }),
})

export const listComments = defineCall({
  method: 'get',
  path: '/posts/:id/comments',
  access: 'guest',
  summary:
    'Lists the comments of a post, newest or oldest first, each with its first replies; or the replies to its comment `parentId`',
  params: PostParams,
  query: z.object({
    order: z.enum(['newest', 'oldest']).default('newest'),
    parentId: Id.optional(),
    limit: pageLimit(PAGE_SIZE.comments),
    cursor: Cursor.optional(),
  }),
  response: z.object({ comments: z.array(CommentView), hasMore: z.boolean(), nextCursor: z.string().nullable() }),
})

export const getComment = defineCall({
  method: 'get',
  path: '/posts/:id/comments/:commentId',
  access: 'guest',
  summary: 'Returns a comment, and the comment to which it replies, if it is a reply',
  params: CommentParams,
  response: z.object({ comment: CommentView, parent: CommentView.nullable() }),
})

export const editComment = defineCall({
  method: 'put',
  path: '/posts/:id/comments/:commentId',
  access: 'member',
  summary:
    'Edits a comment of the member. `editedAt` is that of the version that was edited, or null; 409 `edited_elsewhere` if there is a newer one',
  params: CommentParams,
  body: z.object({ text: CommentText, editedAt: Timestamp.nullable() }),
  response: z.object({ post: PostView, comment: CommentView }),
})

export const deleteComment = defineCall({
  method: 'delete',
  path: '/posts/:id/comments/:commentId',
  access: 'member',
  summary: 'Deletes a comment of the member with the replies to it',
  params: CommentParams,
  response: z.object({ post: PostView }),
})

export const hideComment = defineCall({
  method: 'post',
  path: '/posts/:id/comments/:commentId/hide',
  access: 'member',
  summary: 'Hides a comment on a post of the member with the replies to it from everybody, or shows it again',
  params: CommentParams,
  body: z.object({ state: z.boolean() }),
  response: z.object({ post: PostView }),
})

export const likeComment = defineCall({
  method: 'post',
  path: '/posts/:id/comments/:commentId/like',
  access: 'member',
  summary: 'Likes or unlikes a comment',
  params: CommentParams,
  body: z.object({ state: z.boolean() }),
  response: z.object({ liked: z.boolean(), likesCount: z.number(), comment: CommentView }),
})

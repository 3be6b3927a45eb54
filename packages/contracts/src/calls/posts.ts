import * as z from 'zod'
import { defineCall } from '../define-call.ts'
import {
  MAX_ALT_TEXT_LENGTH,
  MAX_COMMENT_LENGTH,
  MAX_POST_IDS_PER_REQUEST,
  MAX_POST_LENGTH,
  PAGE_SIZE,
} from '../limits.ts'
import { Cursor, PageNumber, pageLimit } from '../shapes/list.ts'
import { CommentView, PostView } from '../shapes/post.ts'
import { Count, Id, text } from '../text.ts'

const ById = z.object({ id: Id })
const PostPage = z.object({
  posts: z.array(PostView),
  pagination: z.object({ hasMore: z.boolean() }),
  nextCursor: z.string().nullable(),
})
const WantedState = z.object({ state: z.boolean().optional() }).optional()

export const createPost = defineCall({
  method: 'post',
  path: '/posts',
  access: 'member',
  summary: 'Publishes a post with text, a picture of the own media, or both',
  status: 201,
  idempotent: true,
  body: z
    .object({
      content: text().trim().max(MAX_POST_LENGTH, `A post can have at most ${MAX_POST_LENGTH} characters`).default(''),
      image: text().max(300, 'Choose one of your own pictures').nullable().default(null),
      alt: text()
        .trim()
        .max(MAX_ALT_TEXT_LENGTH, `A description can have at most ${MAX_ALT_TEXT_LENGTH} characters`)
        .default(''),
    })
    .refine(({ content, image }) => content !== '' || image, {
      path: ['content'],
      message: 'Write something or add a picture',
    }),
  response: PostView,
})

/** `a,b,c` in a query. */
const Ids = z
  .string()
  .transform((list) => [...new Set(list.split(','))])
  .pipe(z.array(Id).max(MAX_POST_IDS_PER_REQUEST, `At most ${MAX_POST_IDS_PER_REQUEST} at once`))

export const listPosts = defineCall({
  method: 'get',
  path: '/posts',
  access: 'member',
  summary:
    'The home feed, newest first: of the followed and oneself, of all the others, or of everybody; or these `ids`, those of them that are there',
  query: z.object({
    ids: Ids.optional(),
    scope: z.enum(['following', 'discover', 'all']).default('following'),
    limit: pageLimit(PAGE_SIZE.posts),
    page: PageNumber,
    cursor: Cursor.optional(),
  }),
  response: PostPage,
})

export const listMemberPosts = defineCall({
  method: 'get',
  path: '/posts/user/:username',
  access: 'member',
  summary:
    'The posts of one member, newest first: all, those with a picture, or those that the viewer liked; on the own profile `liked` is everything that one liked',
  params: z.object({ username: text().min(1).max(100) }),
  query: z.object({
    filter: z.enum(['media', 'liked']).optional(),
    limit: pageLimit(PAGE_SIZE.posts),
    page: PageNumber,
    cursor: Cursor.optional(),
  }),
  response: PostPage,
})

export const getPost = defineCall({
  method: 'get',
  path: '/posts/:id',
  access: 'member',
  summary: 'One post',
  params: ById,
  response: PostView,
})

export const deletePost = defineCall({
  method: 'delete',
  path: '/posts/:id',
  access: 'member',
  summary: 'Deletes an own post with its likes, comments and picture',
  params: ById,
  response: z.object({ ok: z.literal(true) }),
})

export const likePost = defineCall({
  method: 'post',
  path: '/posts/:id/like',
  access: 'member',
  summary: 'Likes or unlikes; without `state` it toggles',
  params: ById,
  body: WantedState,
  response: z.object({ liked: z.boolean(), likesCount: Count, post: PostView }),
})

export const addComment = defineCall({
  method: 'post',
  path: '/posts/:id/comments',
  access: 'member',
  summary: 'Comments on a post',
  status: 201,
  idempotent: true,
  params: ById,
  body: z.object({
    text: text()
      .trim()
      .min(1, 'Write something first')
      .max(MAX_COMMENT_LENGTH, `A comment can have at most ${MAX_COMMENT_LENGTH} characters`),
  }),
  response: z.object({ post: PostView, comment: CommentView }),
})

export const listComments = defineCall({
  method: 'get',
  path: '/posts/:id/comments',
  access: 'member',
  summary: 'The comments of a post, newest first',
  params: ById,
  query: z.object({ limit: pageLimit(PAGE_SIZE.comments), cursor: Cursor.optional() }),
  response: z.object({ comments: z.array(CommentView), hasMore: z.boolean(), nextCursor: z.string().nullable() }),
})

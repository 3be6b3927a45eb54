import * as z from 'zod'
import { defineCall } from '../define-call.ts'
import { MAX_LINK_LENGTH, MAX_POST_IDS_PER_REQUEST, MAX_POST_LENGTH, PAGE_SIZE } from '../limits.ts'
import { Cursor, PageNumber, pageLimit } from '../shapes/list.ts'
import { MemberPage } from '../shapes/member.ts'
import { PostView } from '../shapes/post.ts'
import { DraftReference } from '../shapes/post-draft.ts'
import { AltText, PictureInputs, PictureUrl, postSettingsInput } from '../shapes/post-input.ts'
import { boundedString, Count, Id, text, trimmedText } from '../text.ts'

const IdParams = z.object({ id: Id })
const PostPage = z.object({
  posts: z.array(PostView),
  pagination: z.object({ hasMore: z.boolean() }),
  nextCursor: z.string().nullable(),
})
const StateBody = z.object({ state: z.boolean().optional() }).optional()

export const createPost = defineCall({
  method: 'post',
  path: '/posts',
  access: 'member',
  summary:
    'Publishes a post with text, uploaded pictures, or both. `image` and `alt` are one picture without `pictures`. `video` is the id or URL of an uploaded video, instead of pictures. `pictureCover` covers the pictures, `commentAudience` says who may comment, and `language` is a tag of BCP 47. `draft` is deleted, unless it was changed since. `isLinkPreviewRemoved` leaves the preview of its link out, with `linkWithoutPreview` only if this is its link',
  status: 201,
  idempotent: true,
  body: z
    .object({
      content: trimmedText(MAX_POST_LENGTH, `A post can have at most ${MAX_POST_LENGTH} characters`).default(''),
      image: PictureUrl.nullable().default(null),
      alt: AltText.default(''),
      pictures: PictureInputs,
      video: PictureUrl.optional(),
      ...postSettingsInput,
      draft: DraftReference.optional(),
      isLinkPreviewRemoved: z.boolean().optional(),
      linkWithoutPreview: boundedString(MAX_LINK_LENGTH).optional(),
    })
    .refine(({ image, pictures }) => !image || pictures.length === 0, {
      path: ['image'],
      message: 'Send `image` or `pictures`, not both',
    })
    .refine(({ image, pictures, video }) => !video || (!image && pictures.length === 0), {
      path: ['video'],
      message: 'A post has pictures or a video, not both',
    })
    .refine(({ image, pictures, video, pictureCover }) => !pictureCover || image || video || pictures.length > 0, {
      path: ['pictureCover'],
      message: 'Only a post with pictures has something to cover',
    })
    .refine(({ content, image, pictures, video }) => content !== '' || image || video || pictures.length > 0, {
      path: ['content'],
      message: 'Write something or add a picture',
    }),
  response: PostView,
})

/** A comma-separated list in a query string, such as `a,b,c`. */
const Ids = boundedString(MAX_POST_IDS_PER_REQUEST * 37, `At most ${MAX_POST_IDS_PER_REQUEST} per request`)
  .transform((list) => [...new Set(list.split(','))])
  .pipe(z.array(Id).max(MAX_POST_IDS_PER_REQUEST, `At most ${MAX_POST_IDS_PER_REQUEST} per request`))

export const listPosts = defineCall({
  method: 'get',
  path: '/posts',
  access: 'guest',
  summary:
    'Lists the home feed, newest first: posts of followed members and oneself, of all other members, or of everyone; or the existing posts among `ids`. Guests read the scopes `discover` and `all`',
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
  access: 'guest',
  summary:
    'Lists the posts of one member, newest first: all, those with a picture, or those that the viewer liked. For oneself, `liked` lists all posts that one liked. The first page of all posts has the post that the member has pinned, which is also in its place in the list',
  params: z.object({ username: text(100).min(1) }),
  query: z.object({
    filter: z.enum(['media', 'liked']).optional(),
    limit: pageLimit(PAGE_SIZE.posts),
    page: PageNumber,
    cursor: Cursor.optional(),
  }),
  response: PostPage.extend({ pinnedPost: PostView.optional() }),
})

export const getPost = defineCall({
  method: 'get',
  path: '/posts/:id',
  access: 'guest',
  summary: 'Returns a post',
  params: IdParams,
  response: PostView,
})

export const deletePost = defineCall({
  method: 'delete',
  path: '/posts/:id',
  access: 'member',
  summary: 'Deletes a post of the member with its likes, comments and pictures',
  params: IdParams,
  response: z.object({ ok: z.literal(true) }),
})

export const likePost = defineCall({
  method: 'post',
  path: '/posts/:id/like',
  access: 'member',
  summary: 'Likes or unlikes a post; without `state` it toggles',
  params: IdParams,
  body: StateBody,
  response: z.object({ liked: z.boolean(), likesCount: Count, post: PostView }),
})

export const listPostLikes = defineCall({
  method: 'get',
  path: '/posts/:id/likes',
  access: 'member',
  summary:
    'Lists the members who like a post, newest like first, without those whom the member cannot see. The number of likes includes them',
  params: IdParams,
  query: z.object({ limit: pageLimit(PAGE_SIZE.follows), cursor: Cursor.optional() }),
  response: MemberPage,
})

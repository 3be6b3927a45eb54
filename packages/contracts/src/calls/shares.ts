import * as z from 'zod'
import { defineCall } from '../define-call.ts'
import { MAX_POST_LENGTH, PAGE_SIZE } from '../limits.ts'
import { Cursor, pageLimit } from '../shapes/list.ts'
import { MemberPage } from '../shapes/member.ts'
import { PostView } from '../shapes/post.ts'
import { PictureInputs, postSettingsInput } from '../shapes/post-input.ts'
import { Id, trimmedText } from '../text.ts'

const IdParams = z.object({ id: Id })

export const sharePost = defineCall({
  method: 'post',
  path: '/posts/:id/share',
  access: 'member',
  summary:
    'Shares a post with the followers of the member. Without `content`, a member shares it once. With `content`, the share is a post of its own, `quote`, which can have pictures as well. To share a share is to share the original',
  status: 201,
  idempotent: true,
  params: IdParams,
  body: z
    .object({
      content: trimmedText(MAX_POST_LENGTH, `A post can have at most ${MAX_POST_LENGTH} characters`).default(''),
      pictures: PictureInputs,
      ...postSettingsInput,
    })
    .refine(({ content, pictures }) => content !== '' || pictures.length === 0, {
      path: ['content'],
      message: 'Write something about the post that you share',
    })
    .optional(),
  response: z.object({ post: PostView, quote: PostView.optional() }),
})

export const unsharePost = defineCall({
  method: 'delete',
  path: '/posts/:id/share',
  access: 'member',
  summary: 'Ends that the member shares a post without a comment. Posts with a comment stay',
  params: IdParams,
  response: z.object({ ok: z.literal(true) }),
})

export const listPostShares = defineCall({
  method: 'get',
  path: '/posts/:id/shares',
  access: 'member',
  summary:
    'Lists the members who share a post, with or without a comment, newest share first, each once, without those whose shares the member cannot see. The number of shares includes them',
  params: IdParams,
  query: z.object({ limit: pageLimit(PAGE_SIZE.follows), cursor: Cursor.optional() }),
  response: MemberPage,
})

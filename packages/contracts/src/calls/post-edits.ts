import * as z from 'zod'
import { defineCall } from '../define-call.ts'
import { MAX_LINK_LENGTH, MAX_POST_LENGTH, MAX_POST_VERSIONS } from '../limits.ts'
import { LinkPreviewView, PostView } from '../shapes/post.ts'
import { TextFacets } from '../shapes/text-facets.ts'
import { boundedString, Id, Timestamp, trimmedText } from '../text.ts'

const IdParams = z.object({ id: Id })

export const editPost = defineCall({
  method: 'put',
  path: '/posts/:id',
  access: 'member',
  summary:
    'Changes the text of a post of the member. `rev` is that of the post which the member edited: if its text has changed since, nothing is stored. The same text again changes nothing',
  params: IdParams,
  body: z.object({
    content: trimmedText(MAX_POST_LENGTH, `A post can have at most ${MAX_POST_LENGTH} characters`),
    rev: z.int().positive(),
  }),
  response: z.object({ post: PostView }),
})

export const setPostLinkPreview = defineCall({
  method: 'put',
  path: '/posts/:id/link-preview',
  access: 'member',
  summary:
    'Removes the preview of the links of a post of the member, or shows it again. A removal holds for every later text of the post',
  params: IdParams,
  body: z.object({ isShown: z.boolean() }),
  response: z.object({ post: PostView }),
})

export const findLinkPreview = defineCall({
  method: 'post',
  path: '/posts/link-preview',
  access: 'member',
  summary:
    'Finds the preview that a link will have in a post which the member is writing. It is null if the page has none, and if many are being looked up',
  body: z.object({ link: boundedString(MAX_LINK_LENGTH).min(1) }),
  response: z.object({ preview: LinkPreviewView.nullable() }),
})

export const listPostVersions = defineCall({
  method: 'get',
  path: '/posts/:id/history',
  access: 'guest',
  summary: 'Lists the texts of a post, the current one first: at most the newest 100',
  params: IdParams,
  response: z.object({
    versions: z
      .array(z.object({ content: z.string(), facets: TextFacets, writtenAt: Timestamp }))
      .max(MAX_POST_VERSIONS),
    hasMore: z.boolean(),
  }),
})

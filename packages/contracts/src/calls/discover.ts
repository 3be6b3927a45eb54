import * as z from 'zod'
import { defineCall } from '../define-call.ts'
import { MAX_DISCOVER_EXCLUSIONS, PAGE_SIZE } from '../limits.ts'
import { Cursor, pageLimit } from '../shapes/list.ts'
import { MemberView } from '../shapes/member.ts'
import { PostView } from '../shapes/post.ts'
import { Id, text } from '../text.ts'

export const listDiscoverPosts = defineCall({
  method: 'get',
  path: '/posts/discover',
  access: 'member',
  summary:
    'Lists at most 100 posts of the last week by members whom the member does not follow, ranked by age, engagement and variety of authors, each with its `reason`. Without `cursor` it begins a visit, whose order does not change; 404 `snapshot_expired` after six hours',
  query: z.object({ limit: pageLimit(PAGE_SIZE.posts), cursor: Cursor.optional() }),
  response: z.object({
    posts: z.array(PostView),
    pagination: z.object({ hasMore: z.boolean() }),
    nextCursor: z.string().nullable(),
  }),
})

export const setDiscoverExclusion = defineCall({
  method: 'post',
  path: '/posts/discover/exclusions',
  access: 'member',
  summary: `Excludes the posts of an author, or those with a tag, from Discover, or (\`state: false\`) no longer. A member can exclude ${MAX_DISCOVER_EXCLUSIONS} authors and tags`,
  body: z
    .object({ authorId: Id.optional(), tag: text(120).min(1).optional(), state: z.boolean().default(true) })
    .refine(({ authorId, tag }) => (authorId === undefined) !== (tag === undefined), {
      path: ['authorId'],
      message: 'Send `authorId` or `tag`',
    }),
  response: z.object({ ok: z.literal(true) }),
})

export const listDiscoverExclusions = defineCall({
  method: 'get',
  path: '/posts/discover/exclusions',
  access: 'member',
  summary:
    'Lists the authors whom the member can see and the tags that the member excludes from Discover, newest first',
  response: z.object({
    members: z.array(MemberView).max(MAX_DISCOVER_EXCLUSIONS),
    tags: z.array(z.string()).max(MAX_DISCOVER_EXCLUSIONS),
  }),
})

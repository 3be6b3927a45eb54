import * as z from 'zod'
import { defineCall } from '../define-call.ts'
import { MAX_FOLLOWED_TAGS, MAX_USED_TAGS, PAGE_SIZE } from '../limits.ts'
import { Cursor, PageNumber, pageLimit } from '../shapes/list.ts'
import { PostView } from '../shapes/post.ts'
import { TagView } from '../shapes/tag.ts'
import { Count, text } from '../text.ts'

/** A tag with or without `#`, in any case. */
const TagParams = z.object({ tag: text(120).min(1) })

export const getTag = defineCall({
  method: 'get',
  path: '/tags/:tag',
  access: 'member',
  summary:
    'Returns a tag: the number of its posts that everyone may read, at most 1,000, and whether the member follows it',
  params: TagParams,
  response: TagView.extend({ isFollowing: z.boolean() }),
})

export const listTagPosts = defineCall({
  method: 'get',
  path: '/tags/:tag/posts',
  access: 'member',
  summary: 'Lists the posts with a tag, newest first',
  params: TagParams,
  query: z.object({ limit: pageLimit(PAGE_SIZE.posts), page: PageNumber, cursor: Cursor.optional() }),
  response: z.object({
    posts: z.array(PostView),
    pagination: z.object({ hasMore: z.boolean() }),
    nextCursor: z.string().nullable(),
  }),
})

export const followTag = defineCall({
  method: 'post',
  path: '/tags/:tag/follow',
  access: 'member',
  summary: `Follows a tag or ends that; without \`state\` it follows. A member can follow ${MAX_FOLLOWED_TAGS} tags`,
  params: TagParams,
  body: z.object({ state: z.boolean().optional() }).optional(),
  response: z.object({ tag: z.string(), isFollowing: z.boolean() }),
})

export const listFollowedTags = defineCall({
  method: 'get',
  path: '/tags',
  access: 'member',
  summary:
    'Lists the tags that the member follows, by name, and those that the member used in posts lately, the latest first',
  response: z.object({
    tags: z.array(z.object({ tag: z.string() })).max(MAX_FOLLOWED_TAGS),
    usedTags: z
      .array(z.object({ tag: z.string() }))
      .max(MAX_USED_TAGS)
      .optional(),
  }),
})

export const listTrends = defineCall({
  method: 'get',
  path: '/trends',
  access: 'member',
  summary:
    'Lists the tags that are used unusually often in the last 24 hours, the most unusual first: `postsCount` and `authorsCount` are of these hours, of members whose posts everyone may read',
  query: z.object({ limit: pageLimit(PAGE_SIZE.trends) }),
  response: z.object({ trends: z.array(TagView.extend({ authorsCount: Count })) }),
})

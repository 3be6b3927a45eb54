import * as z from 'zod'
import { defineCall } from '../define-call.ts'
import { MAX_SEARCH_LENGTH, PAGE_SIZE } from '../limits.ts'
import { Highlights } from '../shapes/highlight.ts'
import { Cursor, pageLimit } from '../shapes/list.ts'
import { PostView } from '../shapes/post.ts'
import { TagView } from '../shapes/tag.ts'
import { Id, text } from '../text.ts'

export const searchPosts = defineCall({
  method: 'get',
  path: '/search',
  access: 'member',
  summary:
    'Searches posts, the best and newest first, or tags by their beginning. `q` takes words, `"a phrase"`, `-without`, `#tag`, `from:name`, `before:2026-01-31`, `after:2026-01-31` and `has:picture`; any other text is words',
  query: z.object({
    q: text(MAX_SEARCH_LENGTH, `A search can have at most ${MAX_SEARCH_LENGTH} characters`),
    type: z.enum(['posts', 'tags']).default('posts'),
    limit: pageLimit(PAGE_SIZE.posts),
    cursor: Cursor.optional(),
  }),
  response: z.object({
    posts: z.array(PostView),
    /** The matches of the search in the texts of the posts. */
    highlights: z.array(z.object({ postId: Id, ranges: Highlights })),
    tags: z.array(TagView),
    pagination: z.object({ hasMore: z.boolean() }),
    nextCursor: z.string().nullable(),
  }),
})

import * as z from 'zod'
import { defineCall } from '../define-call.ts'
import { MAX_BOOKMARK_FOLDER_LENGTH, MAX_BOOKMARK_FOLDERS, PAGE_SIZE } from '../limits.ts'
import { Cursor, PageNumber, pageLimit } from '../shapes/list.ts'
import { PostView } from '../shapes/post.ts'
import { Count, Id, lineText } from '../text.ts'

const IdParams = z.object({ id: Id })
const Folder = lineText(
  MAX_BOOKMARK_FOLDER_LENGTH,
  `The name of a folder can have at most ${MAX_BOOKMARK_FOLDER_LENGTH} characters`,
)

export const bookmarkPost = defineCall({
  method: 'post',
  path: '/posts/:id/bookmark',
  access: 'member',
  summary:
    'Bookmarks a post, or moves its bookmark to `folder`. Without `folder`, a bookmark stays where it is, and a new one is in no folder. Only the member sees it',
  params: IdParams,
  body: z.object({ folder: Folder.optional() }).optional(),
  response: z.object({ post: PostView }),
})

export const removeBookmark = defineCall({
  method: 'delete',
  path: '/posts/:id/bookmark',
  access: 'member',
  summary: 'Removes the bookmark of a post, also if the member can no longer see the post',
  params: IdParams,
  response: z.object({ ok: z.literal(true) }),
})

export const listBookmarks = defineCall({
  method: 'get',
  path: '/posts/bookmarks',
  access: 'member',
  summary: 'Lists the bookmarked posts that the member can see, the newest bookmark first: all, or those in `folder`',
  query: z.object({
    folder: Folder.optional(),
    limit: pageLimit(PAGE_SIZE.posts),
    page: PageNumber,
    cursor: Cursor.optional(),
  }),
  response: z.object({
    posts: z.array(PostView),
    pagination: z.object({ hasMore: z.boolean() }),
    nextCursor: z.string().nullable(),
  }),
})

export const listBookmarkFolders = defineCall({
  method: 'get',
  path: '/posts/bookmarks/folders',
  access: 'member',
  summary: 'Lists the folders of the bookmarks of the member, by name, with their numbers of bookmarks',
  response: z.object({
    folders: z.array(z.object({ name: z.string(), count: Count })).max(MAX_BOOKMARK_FOLDERS),
  }),
})

import { calls } from '@meadow/contracts'
import { callerToViewer, claimsToActor, type MemberReadModel } from '@meadow/members'
import { type CallRoute, serve, toKeysetWindow } from '@meadow/service'
import { requireActiveMember } from '../members/require-active-member.ts'
import { toPostView } from '../posts/post.ts'
import { getPost, type PostRepository } from '../posts/post-repository.ts'
import { toPostPage } from '../timelines/routes.ts'
import type { BookmarkRepository } from './bookmark-repository.ts'

export type BookmarkRoutesDeps = {
  bookmarks: BookmarkRepository
  posts: PostRepository
  members: MemberReadModel
  now: () => Date
}

export function createBookmarkRoutes({ bookmarks, posts, members, now }: BookmarkRoutesDeps): CallRoute[] {
  return [
    serve(calls.listBookmarks, async ({ member, query }) => {
      const viewer = claimsToActor(member)
      return toPostPage(await bookmarks.list(viewer, query.folder, toKeysetWindow(query)), viewer, query.limit)
    }),

    serve(calls.listBookmarkFolders, async ({ member }) => ({ folders: await bookmarks.listFolders(member.sub) })),

    serve(calls.bookmarkPost, async ({ member, params, body }) => {
      const viewer = callerToViewer(member)
      await requireActiveMember(members, claimsToActor(member))
      const { _id: postId } = await getPost(posts, params.id, viewer) // only what the member can see, and the original of a share
      await bookmarks.set({ memberId: member.sub, postId, folder: body?.folder, createdAt: now() })
      return { post: toPostView(await getPost(posts, params.id, viewer), viewer) }
    }),

    serve(calls.removeBookmark, async ({ member, params }) => {
      await bookmarks.remove(member.sub, params.id)
      return { ok: true as const }
    }),
  ]
}

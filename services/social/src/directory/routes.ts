import { calls } from '@meadow/contracts'
import { type CallRoute, serve, toListPage, toListWindow } from '@meadow/service'
import { toMemberSummaryView } from '../member-summaries/member-summary.ts'
import { decodeDirectoryCursor, encodeDirectoryCursor } from './directory-cursor.ts'
import { decodeSearchCursor, encodeSearchCursor, type MemberDirectory, parseMemberSearch } from './member-directory.ts'

type DirectoryDeps = { directory: MemberDirectory; now: () => Date }

export function createDirectoryRoutes({ directory, now }: DirectoryDeps): CallRoute[] {
  return [
    serve(calls.listUsers, async ({ member, query }) => {
      const viewer = { _id: member.sub }
      const search = parseMemberSearch(query.query)
      const { page, ...more } = search
        ? toListPage(
            await directory.search(search, viewer, toListWindow(query, decodeSearchCursor)),
            query.limit,
            encodeSearchCursor,
          )
        : toListPage(
            await directory.list(viewer, toListWindow(query, decodeDirectoryCursor), now()),
            query.limit,
            encodeDirectoryCursor,
          )
      return { users: page.map(toMemberSummaryView), ...more }
    }),
  ]
}

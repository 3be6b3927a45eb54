import { calls } from '@meadow/contracts'
import { type CallRoute, serve, toKeysetPage, toKeysetWindow, toListPage, toListWindow } from '@meadow/service'
import { toMemberSummaryView } from '../member-summaries/member-summary.ts'
import { decodeSearchCursor, encodeSearchCursor, type MemberDirectory, parseMemberSearch } from './member-directory.ts'

export function createDirectoryRoutes({ directory }: { directory: MemberDirectory }): CallRoute[] {
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
        : toKeysetPage(await directory.listNewest(viewer, toKeysetWindow(query)), query.limit)
      return { users: page.map(toMemberSummaryView), ...more }
    }),
  ]
}

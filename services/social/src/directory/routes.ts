import { calls } from '@meadow/contracts'
import { pageBy, type Served, serve, toPage, toWindow, windowBy } from '@meadow/service'
import { toPersonView } from '../people/person.ts'
import { type Directory, fromPlaceCursor, toPlaceCursor, toSearch } from './directory.ts'

export function directoryCalls({ directory }: { directory: Directory }): Served[] {
  return [
    serve(calls.listUsers, async ({ member, query }) => {
      const viewer = { _id: member.sub }
      const search = toSearch(query.query)
      const { page, ...more } = search
        ? pageBy(await directory.search(search, viewer, windowBy(query, fromPlaceCursor)), query.limit, toPlaceCursor)
        : toPage(await directory.newest(viewer, toWindow(query)), query.limit)
      return { users: page.map(toPersonView), ...more }
    }),
  ]
}

import { calls } from '@meadow/contracts'
import { type CallRoute, decodeCursor, encodeCursor, serve, toListPage } from '@meadow/service'
import type { ToMessageView } from '../messages/view.ts'
import type { ThreadRepository } from './thread-repository.ts'

type Parts = { threads: ThreadRepository; toView: ToMessageView }

const CURSOR = /^([1-9]\d{0,8})$/

export function threadCalls({ threads, toView }: Parts): CallRoute[] {
  return [
    serve(calls.listThread, async ({ member, params, query }) => {
      const viewer = { _id: member.sub }
      const { limit, before } = query
      const { root, messages, hasMore, rev } = await threads.page(params.id, viewer, { limit, before })
      return { root: toView(root, viewer), messages: messages.map((one) => toView(one, viewer)), hasMore, rev }
    }),

    serve(calls.readThread, async ({ member, params }) => {
      await threads.read(params.id, { _id: member.sub })
      return { ok: true as const }
    }),

    serve(calls.listThreads, async ({ member, params, query: { limit, cursor } }) => {
      const viewer = { _id: member.sub }
      const [beforeSeq] = cursor === undefined ? [] : decodeCursor(cursor, CURSOR).map(Number)
      const found = await threads.list(params.userId, viewer, { limit, beforeSeq })
      const { page, hasMore, nextCursor } = toListPage(found, limit, ({ lastSeq }) => encodeCursor(`${lastSeq}`))
      const shown = page.map(({ root, unreadCount }) => ({ root: toView(root, viewer), unreadCount }))
      return { threads: shown, hasMore, nextCursor }
    }),
  ]
}

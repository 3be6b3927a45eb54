import { calls } from '@meadow/contracts'
import { type CallRoute, decodeCursor, encodeCursor, serve, toListPage } from '@meadow/service'
import { getRecipient, type ToMessageView } from '../messages/message.ts'
import type { ReadSignals } from '../receipts/receipt-repository.ts'
import type { ThreadRepository } from './thread-repository.ts'

type ThreadRoutesDeps = { threads: ThreadRepository; toMessageView: ToMessageView; readSignals: ReadSignals }

const CURSOR_PATTERN = /^([1-9]\d{0,8})$/

export function createThreadRoutes({ threads, toMessageView, readSignals }: ThreadRoutesDeps): CallRoute[] {
  return [
    serve(calls.listThread, async ({ member, params, query }) => {
      const viewer = { _id: member.sub }
      const { limit, before } = query
      const { root, messages, hasMore, rev } = await threads.readPage(params.id, viewer, { limit, before })
      const shared = await readSignals(root.sender._id, getRecipient(root)._id)
      const views = messages.map((message) => toMessageView(message, viewer, shared))
      return { root: toMessageView(root, viewer, shared), messages: views, hasMore, rev }
    }),

    serve(calls.readThread, async ({ member, params }) => {
      await threads.markRead(params.id, { _id: member.sub })
      return { ok: true as const }
    }),

    serve(calls.listThreads, async ({ member, params, query: { limit, cursor } }) => {
      const viewer = { _id: member.sub }
      const [beforeSeq] = cursor === undefined ? [] : decodeCursor(cursor, CURSOR_PATTERN).map(Number)
      const summaries = await threads.list(params.userId, viewer, { limit, beforeSeq })
      const { page, hasMore, nextCursor } = toListPage(summaries, limit, ({ lastSeq }) => encodeCursor(`${lastSeq}`))
      const shared = await readSignals(viewer._id, params.userId)
      const views = page.map(({ root, unreadCount }) => ({ root: toMessageView(root, viewer, shared), unreadCount }))
      return { threads: views, hasMore, nextCursor }
    }),
  ]
}

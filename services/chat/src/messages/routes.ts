import { calls } from '@meadow/contracts'
import { claimsToActor } from '@meadow/members'
import { type CallRoute, serve } from '@meadow/service'
import { type SetMessageLinkPreviewDeps, setMessageLinkPreview } from '../link-previews/set-message-link-preview.ts'
import type { RecordDelivery } from '../receipts/delivery-receipts.ts'
import type { MessageSearch } from '../search/message-search.ts'
import { type DeleteMessageDeps, deleteMessage } from './delete/delete-message.ts'
import { type EditMessageDeps, editMessage } from './edit/edit-message.ts'
import { toMessageVersions } from './edit/message-versions.ts'
import { createForwardMessage, type ForwardMessageDeps } from './forward/forward-message.ts'
import { isHiddenFrom } from './hidden-message.ts'
import { type HideMessageDeps, hideMessage } from './hide/hide-message.ts'
import type { MessageHistory } from './history/message-history.ts'
import type { MessagePage } from './history/message-window.ts'
import { type SendMessageDeps, sendMessage } from './send/send-message.ts'

type MessageRoutesDeps = SendMessageDeps &
  EditMessageDeps &
  DeleteMessageDeps &
  HideMessageDeps &
  SetMessageLinkPreviewDeps &
  ForwardMessageDeps & { history: MessageHistory; search: MessageSearch; recordDelivery: RecordDelivery }

export function createMessageRoutes(deps: MessageRoutesDeps): CallRoute[] {
  const { history, search, toMessageView, recordDelivery, readSignals } = deps
  const forwardMessage = createForwardMessage(deps)

  /** A client that has loaded the newest messages has received them. */
  function recordReceived(
    viewer: { _id: string },
    otherId: string,
    page: Pick<MessagePage, 'viewerDeliveredUpTo' | 'seq'>,
  ) {
    if (page.viewerDeliveredUpTo < page.seq) recordDelivery(viewer._id, otherId, page.seq)
  }

  return [
    serve(calls.sendMessage, async ({ member, body }) => ({ message: await sendMessage(deps, member, body) })),

    serve(calls.forwardMessage, async ({ member, body }) => ({ message: await forwardMessage(member, body) })),

    serve(calls.editMessage, async ({ member, params, body }) => ({
      message: await editMessage(deps, member, { messageId: params.id, content: body.content }),
    })),

    serve(calls.listMessageVersions, async ({ member, params: { id } }) => {
      const viewer = { _id: member.sub }
      const texts = await deps.readMessageTexts(id, viewer)
      const [message] = texts ? await deps.readMessages([id]) : []
      return toMessageVersions(message && !isHiddenFrom(message, viewer, deps.now()) ? texts : undefined)
    }),

    serve(calls.setMessageLinkPreview, async ({ member, params, body }) => ({
      message: await setMessageLinkPreview(deps, member, { messageId: params.id, isShown: body.isShown }),
    })),

    serve(calls.deleteMessage, async ({ member, params, query, body }) => {
      const remove = [query.for, body?.for].includes('me') ? hideMessage : deleteMessage
      await remove(deps, claimsToActor(member), params.id)
      return { ok: true as const }
    }),

    serve(calls.listMessages, async ({ member, params, query }) => {
      const viewer = { _id: member.sub }
      const { limit, before, around, q: text, from, has, start, end } = query
      const shared = await readSignals(viewer._id, params.id)
      if (text || from || has || start !== undefined || end !== undefined) {
        const found = await search.search(params.id, viewer, { text, from, has, start, end, before, limit })
        const { messages, hasMore, nextBefore, rev } = found
        return {
          messages: messages.map((message) => toMessageView(message, viewer, shared)),
          hasMore,
          hasNewer: false,
          nextBefore,
          rev,
        }
      }
      const page = await history.list(params.id, viewer, { limit, before, around })
      if (!page.hasNewer) recordReceived(viewer, params.id, page)
      const { messages, hasMore, hasNewer, rev } = page
      return { messages: messages.map((message) => toMessageView(message, viewer, shared)), hasMore, hasNewer, rev }
    }),

    serve(calls.listChanges, async ({ member, params, query }) => {
      const viewer = { _id: member.sub }
      const shared = await readSignals(viewer._id, params.userId)
      const page = await history.listChanges(params.userId, viewer, query.since)
      if (!page.hasMore) recordReceived(viewer, params.userId, page)
      const { hasMore, rev, deliveredUpTo, unreadCount } = page
      const readUpTo = shared.readMarks ? page.readUpTo : 0
      const messages = page.messages.map((message) => toMessageView(message, viewer, shared))
      return { messages, hasMore, rev, readUpTo, deliveredUpTo, unreadCount }
    }),
  ]
}

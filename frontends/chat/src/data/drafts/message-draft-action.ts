import type { MessageDraftView } from '@meadow/contracts/browser'
import { type OutboxKind, registerOutboxKind } from '@meadow/web'
import { changeDraftVersion } from './draft-versions.ts'

/** A version of the draft of the conversation with `userId` to be stored; without `content` it is to be deleted. */
type MessageDraftData = { userId: string; changedAt: string; content?: string }

/**
 * Stores or deletes the draft of a conversation on the server. Only its newest change waits. Members need not know of it: the text is on
 * this device, too, and one that the server refuses stays there, to be saved with its next change.
 */
export const messageDraftAction: OutboxKind<MessageDraftData, { draft?: MessageDraftView }> = {
  name: 'message-draft',
  plan({ userId, changedAt, content }) {
    const place = { lane: `message draft ${userId}`, replaceKey: `message draft ${userId}` }
    const params = { id: userId }
    if (content === undefined)
      return { ...place, requests: [{ call: 'DELETE /messages/drafts/:id', params, query: { changedAt } }] }
    return { ...place, requests: [{ call: 'PUT /messages/drafts/:id', params, body: { content, changedAt } }] }
  },
  getSubject: ({ data: { userId } }) => `message draft ${userId}`,
  settle(_cache, { memberId, data: { userId, changedAt } }, { draft }) {
    if (!draft) return
    changeDraftVersion(memberId, userId, (version) => {
      if (version?.savedAt !== changedAt) return version
      const savedAt = draft.changedAt // that of the server, if the clock of this device is ahead
      return { changedAt: version.changedAt === changedAt ? savedAt : version.changedAt, savedAt }
    })
  },
  hide: (_cache, { memberId, data: { userId, changedAt } }) =>
    changeDraftVersion(memberId, userId, (version) =>
      version?.savedAt === changedAt ? { changedAt: version.changedAt } : version,
    ),
  describeRefusal: () => '',
  onRefusal: 'drop',
}
registerOutboxKind(messageDraftAction)

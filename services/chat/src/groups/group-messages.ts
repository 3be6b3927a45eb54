import { MAX_SEQ } from '../messages/history/message-window.ts'
import type { Message } from '../messages/message.ts'
import type { Group } from './group.ts'
import type { GroupStore } from './group-store.ts'

type GroupReader = Pick<GroupStore, 'listMessages' | 'listChangedMessages' | 'findBlocks'>

/** A page of changes has at most this many messages. */
const CHANGES_PAGE_SIZE = 100

/** Returns the messages that the viewer sees: not those of members with whom they have a block, at whatever time they were in the group. */
export async function leaveOutHidden(
  reader: Pick<GroupStore, 'findBlocks'>,
  viewer: { _id: string },
  messages: readonly Message[],
): Promise<Message[]> {
  const hiddenIds = await findHiddenSenderIds(reader, viewer, messages)
  return messages.filter(({ sender }) => !hiddenIds.has(sender._id))
}

/** Returns the senders of messages with whom the viewer has a block. */
async function findHiddenSenderIds(
  { findBlocks }: Pick<GroupStore, 'findBlocks'>,
  viewer: { _id: string },
  messages: readonly Message[],
): Promise<ReadonlySet<string>> {
  const senderIds = [...new Set(messages.map(({ sender }) => sender._id))].filter((id) => id !== viewer._id)
  const blocks = senderIds.length === 0 ? [] : await findBlocks([viewer._id], senderIds)
  return new Set(blocks.flatMap(({ from, to }) => [from, to]).filter((id) => id !== viewer._id))
}

/** Returns the `seq` after which a member sees messages: they came later, or have cleared the history. An invited one sees none. */
export function getFromSeq(group: Group, viewer: { _id: string }): number {
  const own = group.members.find(({ _id }) => _id === viewer._id)
  return own ? Math.max(own.fromSeq, own.settings?.clearedUpTo ?? 0) : MAX_SEQ
}

/**
 * Returns the newest messages before a `seq` that the viewer sees, oldest first. The store leaves out the senders who turned out to be hidden,
 * so that there is at most one query for each of them, however much they wrote.
 */
export async function listGroupMessages(
  reader: GroupReader,
  group: Group,
  viewer: { _id: string },
  { limit, beforeSeq = MAX_SEQ }: { limit: number; beforeSeq?: number | undefined },
): Promise<{ messages: Message[]; hasMore: boolean }> {
  const afterSeq = getFromSeq(group, viewer)
  const found: Message[] = []
  const exceptSenderIds: string[] = []
  for (let before = beforeSeq; found.length <= limit; ) {
    const page = await reader.listMessages(group._id, {
      afterSeq,
      beforeSeq: before,
      exceptSenderIds,
      limit: limit + 1,
    })
    const hiddenIds = await findHiddenSenderIds(reader, viewer, page)
    found.push(...page.filter(({ sender }) => !hiddenIds.has(sender._id)))
    exceptSenderIds.push(...hiddenIds)
    const last = page.at(-1)
    if (!last || page.length <= limit) break
    before = last.seq
  }
  return { messages: found.slice(0, limit).toReversed(), hasMore: found.length > limit }
}

/** Returns a page of the changes after a `rev`. Its `rev` is that of its last message if there are more, else that of the group. */
export async function listGroupChanges(
  reader: GroupReader,
  group: Group,
  viewer: { _id: string },
  sinceRev: number,
): Promise<{ messages: Message[]; hasMore: boolean; rev: number }> {
  const window = { afterSeq: getFromSeq(group, viewer), sinceRev, limit: CHANGES_PAGE_SIZE + 1 }
  const changed = await reader.listChangedMessages(group._id, window)
  const page = changed.slice(0, CHANGES_PAGE_SIZE)
  const hasMore = changed.length > CHANGES_PAGE_SIZE
  const messages = await leaveOutHidden(reader, viewer, page)
  return { messages, hasMore, rev: hasMore ? (page.at(-1)?.rev ?? group.rev) : group.rev }
}

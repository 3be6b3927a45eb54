import { hash } from 'node:crypto'
import type { Actor, CallResponse, calls, GroupMessageView } from '@meadow/contracts'
import { claimsToActor, type FacetDeps, readTextFacets } from '@meadow/members'
import { type Caller, DomainError, withThrottle } from '@meadow/service'
import type { MessageLimits } from '../config.ts'
import type { NewMessage, SentMessage, StoreMessage } from '../conversations/write/new-message.ts'
import type { Message } from '../messages/message.ts'
import type { Push } from '../realtime/push/push-bus.ts'
import type { ReceiptRepository } from '../receipts/receipt-repository.ts'
import type { ChangeGroupsDeps } from './change-groups.ts'
import type { GroupStore } from './group-store.ts'
import { isHiddenFrom, toGroupMessageView } from './group-view.ts'
import { findGroup } from './read-groups.ts'

export type WriteGroupMessagesDeps = FacetDeps &
  Omit<ChangeGroupsDeps, 'groups'> & {
    groups: ChangeGroupsDeps['groups'] & Pick<GroupStore, 'deleteMessage'>
    messages: { send: StoreMessage }
    receipts: Pick<ReceiptRepository, 'markRead'>
    readMessages: (ids: readonly string[]) => Promise<Message[]>
    messageLimits: MessageLimits
  }

/** A text that a member writes to a group. */
type GroupText = { content: string; clientMessageId?: string | undefined }

/**
 * Sends a text to a group and pushes it to the devices of all members but those across a block. A repeat returns the first message.
 * @throws not_in_group, email_unverified, words_refused, too_many_requests, key_reused
 */
export async function sendGroupMessage(
  deps: WriteGroupMessagesDeps,
  caller: Caller,
  groupId: string,
  text: GroupText,
): Promise<GroupMessageView> {
  const { messageThrottle: throttle, messageLimits: limits, push } = deps
  const sender = claimsToActor(caller)
  await deps.assertMayWrite(sender._id)
  await deps.assertWordsAllowed({ content: text.content })
  const message = await toNewGroupMessage(deps, caller, groupId, text)
  const store = () => deps.messages.send(message, sender, { conversationId: groupId }).catch(refuseStranger)
  const sendToGroup = () => withThrottle(throttle, limits.fromSender, `${sender._id} ${groupId}`, store)
  const sent: SentMessage = await withThrottle(throttle, limits.ofSender, sender._id, sendToGroup)
  const view = toGroupMessageView(sent.message, sender, new Map())
  const isRepeat = sent.message._id !== message._id
  const members = sent.recipients.map(({ _id }) => _id)
  if (!isRepeat) push({ to: { members }, name: 'groupMessage', payload: { ...view, clientMessageId: null } })
  for (const { _id: member, unread } of sent.recipients) push({ to: { member }, name: 'unread', payload: unread })
  if (!isRepeat) push({ to: { member: sender._id }, name: 'groupMessage', payload: view })
  return view
}

/** Members who were removed while they wrote are told so. Nobody else learns if there is such a group. */
function refuseStranger(error: unknown): never {
  throw error instanceof DomainError && error.code === 'not_found' ? new DomainError('not_in_group') : error
}

async function toNewGroupMessage(
  deps: WriteGroupMessagesDeps,
  caller: Caller,
  groupId: string,
  { content, clientMessageId }: GroupText,
): Promise<NewMessage> {
  const createdAt = deps.now()
  return {
    _id: deps.newId(createdAt),
    clientMessageId,
    fingerprint: hash('sha256', JSON.stringify([groupId, content]), 'base64url'),
    content,
    facets: await readTextFacets(deps, content, claimsToActor(caller)),
    messageType: 'text',
    pictures: [],
    replyTo: undefined,
    threadId: undefined,
    createdAt,
    eventId: deps.newId(createdAt),
    newConversationId: deps.newId(createdAt),
  }
}

/**
 * Deletes an own message of a group for all its members. Who has left may still delete what they wrote. A repeat changes nothing.
 * @throws not_found, message_not_found, not_your_message
 */
export async function deleteGroupMessage(
  deps: WriteGroupMessagesDeps,
  caller: Caller,
  { groupId, messageId }: { groupId: string; messageId: string },
): Promise<void> {
  const [stored] = await deps.readMessages([messageId])
  if (stored?.sender._id !== caller.sub) await findGroup(deps, caller.sub, groupId)
  if (stored?.conversationId !== groupId) throw new DomainError('message_not_found')
  await deleteSentGroupMessage(deps, claimsToActor(caller), messageId)
}

export type DeleteGroupMessageDeps = {
  groups: Pick<GroupStore, 'deleteMessage' | 'findBlocks'>
  push: Push
  now: () => Date
  newId: (at: Date) => string
}

/** Deletes a message of a group as its sender, who may have left it, and pushes that to the members who see it. @throws message_not_found, not_your_message */
export async function deleteSentGroupMessage(
  { groups, push, now, newId }: DeleteGroupMessageDeps,
  sender: Actor,
  messageId: string,
): Promise<void> {
  const at = now()
  const { message, group, isChanged, totals } = await groups.deleteMessage({
    messageId,
    by: sender,
    at,
    eventId: newId(at),
  })
  if (!isChanged) return
  const memberIds = group.members.filter(({ fromSeq }) => fromSeq < message.seq).map(({ _id }) => _id)
  const blocks = await groups.findBlocks([sender._id], memberIds)
  const hiddenIds = new Set(blocks.flatMap(({ from, to }) => [from, to]).filter((id) => id !== sender._id))
  const members = memberIds.filter((id) => !hiddenIds.has(id))
  const payload = { ...toGroupMessageView(message, sender, new Map()), clientMessageId: null }
  push({ to: { members }, name: 'groupMessage', payload })
  for (const member of members) {
    const unread = member === sender._id ? undefined : totals.get(member)
    if (unread) push({ to: { member }, name: 'unread', payload: unread })
  }
}

/**
 * Marks all messages of a group as read, and pushes that to the reader's devices, and to those of the members with whom the reader shares
 * read marks and has no block.
 * @throws not_found
 */
export async function readGroup(
  deps: WriteGroupMessagesDeps,
  caller: Caller,
  groupId: string,
): Promise<CallResponse<typeof calls.readGroup>> {
  const { group, viewer } = await findGroup(deps, caller.sub, groupId)
  const at = deps.now()
  const { upToSeq, rev, total, isChanged } = await deps.receipts.markRead({
    target: { conversationId: groupId },
    reader: viewer,
    at,
    eventId: deps.newId(at),
    isOpen: async () => true,
  })
  if (isChanged) {
    const isShown = (id: string) => viewer.shared(viewer._id, id).readMarks && !isHiddenFrom(viewer, id)
    const members = group.members.map(({ _id }) => _id).filter((id) => id === viewer._id || isShown(id))
    deps.push({ to: { members }, name: 'groupRead', payload: { groupId, readerId: viewer._id, upToSeq, rev } })
    deps.push({ to: { member: viewer._id }, name: 'unread', payload: total })
  }
  return { total: total.messages, changeSeq: total.changeSeq, upToSeq, rev }
}

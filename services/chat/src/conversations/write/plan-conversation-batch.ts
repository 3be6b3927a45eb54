import type { DomainEvent } from '@meadow/contracts'
import { DomainError } from '@meadow/service'
import type { Message } from '../../messages/message.ts'
import { assertFitsRequest, assertMayRequest } from '../../requests/message-request.ts'
import { assertCanWrite, assertVisible, isReceivedRequest, type Relationship, toLowestMarks } from '../conversation.ts'
import {
  type ChangedConversation,
  type ConversationChange,
  changeConversation,
  toFurthestMarks,
} from './change-conversation.ts'
import {
  type BatchConversation,
  type BatchEntry,
  createMessageReadEvent,
  type DeliveryWrite,
  type MessageContext,
  type MessageWrite,
  NOTHING_TO_READ,
  type PlannedMessage,
  type PlannedOutcome,
  type ReadContext,
  type ReadResult,
  type ReadWrite,
  resolveMark,
} from './conversation-write.ts'
import { assertRepeat, createMessageSentEvents, type ReferencedMessage, resolveThreadId } from './new-message.ts'

/** The outcomes in the order of the batch, and all that the batch changes. */
export type ConversationBatchPlan = {
  outcomes: readonly PlannedOutcome[]
  changed: readonly ChangedConversation[]
  messages: readonly PlannedMessage[]
  events: readonly DomainEvent[]
}

/** The view of a message has the marks of its batch, and a read mark comes after the deliveries. */
const WRITE_ORDER = ['delivery', 'read', 'message'] as const

/**
 * Decides on each write of a batch: first on the deliveries, then on the reads, then on the messages. A message that breaks a rule
 * is refused without the others, and a repeat resolves to the id of its first message, which may be in the same batch. Each new
 * message, and each mark that moves, gets the next `rev` of its conversation; a hidden read mark does not.
 */
export function planConversationBatch(
  entries: readonly BatchEntry[],
  referenced: readonly ReferencedMessage[] = [],
): ConversationBatchPlan {
  const changed = new Map<string, ChangedConversation>()
  const messages: PlannedMessage[] = []
  const reads: [ReadResult, ReadWrite][] = []

  function change(conversation: BatchConversation, conversationChange: ConversationChange): ChangedConversation {
    const after = changeConversation(changed.get(conversation._id) ?? conversation, conversationChange)
    changed.set(conversation._id, after)
    return after
  }

  function planDelivery({ memberId, upToSeq }: DeliveryWrite, conversation: BatchConversation): PlannedOutcome {
    const member = getMember(conversation, memberId)
    const upTo = resolveMark(upToSeq, conversation, member.deliveredUpTo)
    if (upTo === undefined || isReceivedRequest(member.request)) return { kind: 'delivered', mark: undefined }
    const { rev } = change(conversation, { marks: { of: memberId, deliveredUpTo: upTo } })
    return { kind: 'delivered', mark: { upToSeq: upTo, rev } }
  }

  function planRead(read: ReadWrite, context: ReadContext, conversation: BatchConversation): PlannedOutcome {
    const { _id: conversationId, otherId, seq } = conversation
    const isDirect = otherId !== null
    const { memberId, upToSeq = seq } = read
    const isHidden = !isDirect || read.isHidden === true
    const { readUpTo, deliveredUpTo, request } = getMember(conversation, memberId)
    const unreadCount = context.unreadCount + (changed.get(conversationId)?.memberChanges.get(memberId)?.unread ?? 0)
    const known = { conversationId, otherId, upToSeq: readUpTo, rev: conversation.rev, unreadCount }
    const result: ReadResult = { ...known, total: context.total, isChanged: false }
    const upTo = resolveMark(upToSeq, conversation, readUpTo)
    if (upTo === undefined || isReceivedRequest(request)) return { kind: 'read', memberId, result }
    if (isDirect && isHidden && upTo > deliveredUpTo)
      change(conversation, { marks: { of: memberId, deliveredUpTo: upTo } }) // is shown
    const { rev } = change(conversation, {
      isHidden,
      marks: { of: memberId, readUpTo: upTo, deliveredUpTo: upTo },
      unread: { of: [memberId], by: context.unreadAfter - unreadCount },
    })
    const moved = { ...result, upToSeq: upTo, rev, unreadCount: context.unreadAfter, isChanged: true }
    reads.push([moved, read])
    return { kind: 'read', memberId, result: moved }
  }

  function planMessage(write: MessageWrite, context: MessageContext, conversation: BatchConversation): PlannedOutcome {
    const { message, sender } = write
    const { clientMessageId } = message
    const first = context.original ?? findPlanned(sender._id, clientMessageId)
    if (first) {
      assertRepeat(message, first)
      return { kind: 'repeated', messageId: first._id }
    }
    if (!context.participants) throw new DomainError('member_not_found')
    const inConversation = referenced.filter(({ conversationId }) => conversationId === conversation._id)
    const threadId = resolveThreadId(message, inConversation) ?? null
    const { hiddenIds = [] } = context
    const others = conversation.members.filter(({ _id }) => _id !== sender._id && !hiddenIds.includes(_id))
    const recipientIds = others.map(({ _id }) => _id)
    const own = getMember(conversation, sender._id)
    const isRequest = own.request === 'sent'
    const endsRequest = isReceivedRequest(own.request)
    if (isRequest) assertFitsRequest(message, conversation)
    const readAll = { of: sender._id, readUpTo: conversation.seq, deliveredUpTo: conversation.seq }
    const { seq, rev, movedAt } = change(conversation, {
      message: { _id: message._id, at: message.createdAt },
      unread: { of: isRequest ? [] : recipientIds, by: message.system ? 0 : 1 },
      ...(endsRequest && { endsRequest, marks: readAll }),
    })
    const stored: Message = {
      _id: message._id,
      conversationId: conversation._id,
      seq,
      rev,
      clientMessageId: clientMessageId ?? null,
      ...context.participants,
      ...toLowestMarks(others),
      content: message.content,
      facets: message.facets,
      linkPreview: null,
      isLinkPreviewRemoved: false,
      messageType: message.messageType,
      pictures: [...message.pictures],
      ...(message.voice && { voice: message.voice }),
      ...(message.video && { video: message.video }),
      ...(message.system ? { system: message.system } : toExpiry(conversation, movedAt)),
      ...(message.isForwarded && { isForwarded: true }),
      createdAt: movedAt,
      editedAt: null,
      deletedAt: null,
      reactions: [],
      replyTo: inConversation.find(({ _id }) => _id === message.replyTo)?.quote ?? null,
      threadId,
      threadCount: 0,
      isRequest,
    }
    const mutedBy = others.flatMap(({ _id, isMuted }) => (isMuted || isRequest ? [_id] : []))
    const groupName = conversation.groupName ?? undefined
    const planned = { ...write, stored, recipientIds, mutedBy, groupName, isRequest, endsRequest }
    messages.push(planned)
    return { kind: 'sent', planned }
  }

  /** Finds a message of this batch with the same `clientMessageId`. */
  const findPlanned = (senderId: string, clientMessageId: string | undefined) =>
    clientMessageId === undefined
      ? undefined
      : messages.find(({ sender, message }) => sender._id === senderId && message.clientMessageId === clientMessageId)
          ?.message

  function planWrite(entry: BatchEntry): PlannedOutcome {
    if (entry.kind === 'message') assertCanReach(entry.context)
    if (!entry.conversation) return { kind: 'unlocked' }
    const conversation = toCurrent(entry.conversation, changed.get(entry.conversation._id))
    if (entry.kind === 'delivery') return planDelivery(entry, conversation)
    if (entry.kind === 'read') return planRead(entry, entry.context, conversation)
    return planMessage(entry, entry.context, conversation)
  }

  const outcomes = new Map<BatchEntry, PlannedOutcome>()
  for (const kind of WRITE_ORDER)
    for (const entry of entries)
      if (entry.kind === kind)
        outcomes.set(
          entry,
          planOrRefuse(() => planWrite(entry)),
        )
  return {
    outcomes: entries.flatMap((entry) => outcomes.get(entry) ?? []),
    changed: [...changed.values()],
    messages,
    events: [
      ...reads.map(([result, read]) => createMessageReadEvent(result, read)),
      ...messages.flatMap((planned) => createMessageSentEvents(planned)),
    ],
  }
}

/** Returns the time at which a message of the time `at` disappears, if messages of its conversation do. */
const toExpiry = ({ disappearAfter }: BatchConversation, at: Date): Pick<Message, 'expiresAt'> =>
  disappearAfter ? { expiresAt: new Date(at.getTime() + disappearAfter * 1_000) } : {}

/** Returns the conversation after the changes of its batch. */
function toCurrent(conversation: BatchConversation, changed: ChangedConversation | undefined): BatchConversation {
  if (!changed) return conversation
  const members = conversation.members.map((member) => {
    const change = changed.memberChanges.get(member._id)
    const marked = change ? { ...member, ...toFurthestMarks(member, change) } : member
    return changed.endsRequest ? { ...marked, request: null } : marked
  })
  return { ...conversation, seq: changed.seq, rev: changed.rev, movedAt: changed.movedAt, members }
}

/** Returns a member with the marks. @throws Error for others than the members */
function getMember({ members }: BatchConversation, memberId: string): BatchConversation['members'][number] {
  const member = members.find(({ _id }) => _id === memberId)
  if (!member) throw new Error('Only a member of a conversation has marks in it')
  return member
}

/**
 * Refuses a message across a block, or to a member who is gone.
 * @throws member_not_found if no such member was ever known, else not_mutual
 */
function assertCanReach({ isVisible, participants }: MessageContext): void {
  if (!participants) assertVisible(isVisible)
  assertCanWrite(isVisible)
}

function planOrRefuse(plan: () => PlannedOutcome): PlannedOutcome {
  try {
    return plan()
  } catch (error) {
    return { kind: 'refused', error }
  }
}

/**
 * Decides on a write without a conversation. Returns undefined for a message that opens it: a direct one, or a message request, which
 * the recipient's settings allow. There is nothing to receive or to read. `relationship` is that of the members of a direct conversation.
 * @throws not_found, member_not_found, not_mutual, request_text_only
 */
export function planWithoutConversation(
  entry: BatchEntry,
  relationship: Relationship | undefined,
): PlannedOutcome | undefined {
  if (entry.kind === 'delivery') return { kind: 'delivered', mark: undefined }
  if (!relationship) throw new DomainError('foundId' in entry.address ? 'message_not_found' : 'not_found')
  if (entry.kind === 'message') {
    assertCanReach({ ...entry.context, isVisible: relationship.isVisible })
    if (relationship.canBegin) return undefined
    assertCanWrite(relationship.canRequest)
    assertFitsRequest(entry.message, { seq: 0 })
    assertMayRequest(entry.message)
    return undefined
  }
  assertVisible(relationship.isVisible)
  return { kind: 'read', memberId: entry.memberId, result: { ...NOTHING_TO_READ, total: entry.context.total } }
}

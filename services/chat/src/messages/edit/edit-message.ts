import { events, type MessageView, type TextFacet } from '@meadow/contracts'
import { MAX_MESSAGE_VERSIONS } from '@meadow/contracts/limits'
import { createEvent } from '@meadow/events'
import { type AssertWordsAllowed, claimsToActor, type FacetDeps, readTextFacets } from '@meadow/members'
import { type Caller, DomainError } from '@meadow/service'
import { assertCanWrite } from '../../conversations/conversation.ts'
import type { ConversationRepository } from '../../conversations/conversation-repository.ts'
import type { AssertMayWrite } from '../../members/verified-email-check.ts'
import type { Push } from '../../realtime/push/push-bus.ts'
import type { ReadSignals } from '../../receipts/receipt-repository.ts'
import {
  type ChangedMessage,
  listInformedMembers,
  type MessageChange,
  type MessageChangePlan,
  type MessageChangeRule,
} from '../change-message.ts'
import {
  getRecipient,
  type Message,
  type ToMessageView,
  toConversationEventFields,
  toMessageEventData,
} from '../message.ts'

/** Earlier texts that are stored of one message. An edit replaces the oldest one beyond them. */
export const MAX_STORED_EDITS = MAX_MESSAGE_VERSIONS

export type MessageEdit = MessageChange & { content: string; facets: TextFacet[] }

/**
 * Replaces the text of a message, stores the earlier one and the event in one transaction. At most `MAX_STORED_EDITS` earlier
 * texts remain. The same text changes nothing.
 * @throws message_not_found, not_your_message, message_not_editable, not_mutual across a block
 */
export type StoreMessageEdit = (edit: MessageEdit) => Promise<ChangedMessage>

export type EditMessageDeps = FacetDeps & {
  assertMayWrite: AssertMayWrite
  assertWordsAllowed: AssertWordsAllowed
  messages: { edit: StoreMessageEdit }
  conversations: Pick<ConversationRepository, 'isOpen'>
  toMessageView: ToMessageView
  readSignals: ReadSignals
  push: Push
  now: () => Date
  newId: (at: Date) => string
}

/**
 * Replaces the text of an own message and pushes it to all devices of both members; in a message request, to those of the sender alone.
 * The same text changes nothing.
 * @throws email_unverified, words_refused, and the errors of `StoreMessageEdit`
 */
export async function editMessage(
  deps: EditMessageDeps,
  caller: Caller,
  { messageId, content }: Pick<MessageEdit, 'messageId' | 'content'>,
): Promise<MessageView> {
  const { assertMayWrite, assertWordsAllowed, messages, conversations, toMessageView, readSignals, push, now, newId } =
    deps
  const at = now()
  const by = claimsToActor(caller)
  await assertMayWrite(by._id)
  await assertWordsAllowed({ content })
  const facets = await readTextFacets(deps, content, by)
  const { message, isChanged } = await messages.edit({ messageId, content, facets, by, at, eventId: newId(at) })
  const shared = await readSignals(message.sender._id, getRecipient(message)._id)
  if (isChanged) {
    for (const [member] of await listInformedMembers(conversations, message, by)) {
      push({ to: { member }, name: 'messageEdited', payload: toMessageView(message, { _id: member }, shared) })
    }
  }
  return toMessageView(message, by, shared)
}

/** The text of a recording or video is its transcript. */
const EDITABLE_TYPES: readonly Message['messageType'][] = ['text', 'voice', 'video']

type EditableMessage = Pick<
  Message,
  'content' | 'messageType' | 'isForwarded' | 'createdAt' | 'editedAt' | 'deletedAt'
> & {
  sender: { _id: string }
}

/**
 * Returns the time of an edit, which is later than all earlier edits; undefined if the message already has this text.
 * `isOpen` is false across a block.
 * @throws message_not_found, not_your_message, message_not_editable, not_mutual across a block
 */
export function resolveEditTime(
  message: EditableMessage,
  { content, by, at }: Pick<MessageEdit, 'content' | 'by' | 'at'>,
  isOpen: boolean,
): Date | undefined {
  if (message.deletedAt) throw new DomainError('message_not_found')
  if (message.sender._id !== by._id) throw new DomainError('not_your_message')
  if (!EDITABLE_TYPES.includes(message.messageType) || message.isForwarded)
    throw new DomainError('message_not_editable')
  assertCanWrite(isOpen)
  if (message.content === content) return undefined
  const lastChange = (message.editedAt ?? message.createdAt).getTime()
  return new Date(Math.max(at.getTime(), lastChange + 1))
}

/** The rule of an edit. Replies show the new text. A transcript is plain text: it has neither links nor mentions. */
export const messageEditRule: MessageChangeRule<
  MessageEdit,
  MessageChangePlan & { editedAt: Date; facets: TextFacet[] }
> = {
  plan(message, edit, isOpen) {
    const editedAt = resolveEditTime(message, edit, isOpen)
    const facets = message.messageType === 'text' ? edit.facets : []
    return editedAt && { editedAt, facets, shownBy: { threadId: null } }
  },
  createEvent: (message, { by, at, eventId }, rev) =>
    createEvent(events.messageEdited, {
      ...toConversationEventFields(message.conversationId, { id: eventId, time: at }),
      data: { ...toMessageEventData(message, by), rev },
    }),
}

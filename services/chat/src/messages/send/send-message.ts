import { hash } from 'node:crypto'
import type { MessageView, TextFacet } from '@meadow/contracts'
import {
  type AssertWordsAllowed,
  claimsToActor,
  type FacetDeps,
  type NewMemberBrake,
  readTextFacets,
} from '@meadow/members'
import { type Caller, DomainError, type Throttle, withThrottle } from '@meadow/service'
import type { MessageLimits } from '../../config.ts'
import type { ConversationRepository } from '../../conversations/conversation-repository.ts'
import type { NewMessage, StoreMessage } from '../../conversations/write/new-message.ts'
import type { AssertMayWrite } from '../../members/verified-email-check.ts'
import type { Push } from '../../realtime/push/push-bus.ts'
import type { ReadSignals } from '../../receipts/receipt-repository.ts'
import { pushRequestUpdate } from '../../requests/decide-message-request.ts'
import { RequestPermitMissing } from '../../requests/message-request.ts'
import { withRequestPermit } from '../../requests/request-permit.ts'
import type { MessagePicture, MessageVideo, MessageVoice, ShownMarks, ToMessageView } from '../message.ts'

export type SendMessageDeps = FacetDeps & {
  assertMayWrite: AssertMayWrite
  assertWordsAllowed: AssertWordsAllowed
  brakeNewMember: NewMemberBrake
  conversations: Pick<ConversationRepository, 'isBegun'>
  messages: { send: StoreMessage }
  toMessageView: ToMessageView
  readSignals: ReadSignals
  push: Push
  messageThrottle: Throttle
  messageLimits: MessageLimits
  now: () => Date
  newId: (at: Date) => string
}

/** Finds the message that a member has sent with a `clientMessageId`, with what shows whether another request is its repeat. */
export type FindSentMessage = (
  sender: { _id: string },
  clientMessageId: string,
) => Promise<{ _id: string; fingerprint: string } | undefined>

/** The message that a member wrote: a text, uploaded pictures with an optional text, or an uploaded recording or video. */
export type MessageDraft = {
  recipientId: string
  clientMessageId?: string | undefined
  replyTo?: string | undefined
  threadId?: string | undefined
  content: string
  pictures?: readonly MessagePicture[]
  /** The hashes of the uploaded files, in the order of `pictures`. */
  pictureHashes?: readonly string[]
  voice?: MessageVoice
  video?: MessageVideo
  /** The hash of the recording or video. */
  recordingHash?: string
  /** The message that is passed on. Its content may change before a repeat. */
  forwardedId?: string
  /** Copies the files of the message that is passed on, once nothing but the store can refuse the message. */
  copyFiles?: () => Promise<MessageFiles>
}

type MessageFiles = Pick<MessageDraft, 'pictures' | 'voice' | 'video'>

/**
 * Sends a message and pushes it to all devices of both members. In a message request, those of the recipient hear only that there is one.
 * A repeat returns the first message without a push.
 * @throws cannot_message_self, email_unverified, words_refused, new_account_limit, too_many_requests, request_limit_reached, and the errors of `StoreMessage`
 */
export async function sendMessage(deps: SendMessageDeps, caller: Caller, draft: MessageDraft): Promise<MessageView> {
  const { toMessageView, readSignals, push, messageThrottle: throttle, messageLimits: limits } = deps
  const sender = claimsToActor(caller)
  const recipient = { _id: draft.recipientId }
  if (recipient._id === sender._id) throw new DomainError('cannot_message_self')
  await deps.assertMayWrite(sender._id)
  const { content, pictures = [] } = draft
  await deps.assertWordsAllowed({ content, alt: pictures.map(({ alt = '' }) => alt) })
  const hasTranscript = draft.voice !== undefined || draft.video !== undefined // it has neither links nor mentions
  const facets = hasTranscript ? [] : await readTextFacets(deps, content, sender)
  let copied: MessageFiles | undefined
  const store = async (mayRequest = false) => {
    copied ??= await draft.copyFiles?.()
    const message = toNewMessage({ ...draft, ...copied }, facets, deps)
    return deps.messages.send({ ...message, mayRequest }, sender, { otherId: recipient._id })
  }
  const storeOrRequest = () =>
    store().catch((error) => {
      if (!(error instanceof RequestPermitMissing)) throw error
      return withRequestPermit(deps, sender._id, () => store(true))
    })
  const isFirst = async () => !(await deps.conversations.isBegun(recipient._id, sender))
  const send = () => deps.brakeNewMember('conversations', sender._id, storeOrRequest, isFirst)
  const sendWithinTotal = () => withThrottle(throttle, limits.toRecipient, recipient._id, send)
  const pair = `${sender._id} ${recipient._id}`
  const sendToRecipient = () => withThrottle(throttle, limits.fromSender, pair, sendWithinTotal)
  const { message, recipients, endsRequest } = await withThrottle(
    throttle,
    limits.ofSender,
    sender._id,
    sendToRecipient,
  )
  const isRepeat = recipients.length === 0
  const shared = isRepeat ? await readSignals(sender._id, recipient._id) : UNREAD
  const senderView = toMessageView(message, sender, shared)
  for (const { _id: member, unread, isMuted, isRequest } of recipients) {
    if (isRequest || endsRequest) pushRequestUpdate(push, member, sender._id)
    if (isRequest) continue
    const view = toMessageView(message, { _id: member }, shared)
    push({ to: { member }, name: 'newMessage', payload: { ...view, ...(isMuted && { isMuted }) } })
    push({ to: { member }, name: 'unread', payload: unread })
  }
  if (!isRepeat) push({ to: { member: sender._id }, name: 'messageSent', payload: senderView })
  if (endsRequest) pushRequestUpdate(push, sender._id, recipient._id)
  return senderView
}

/** Nobody has read a new message yet: there is nothing to hide. */
const UNREAD: ShownMarks = { readMarks: true }

function toNewMessage(
  draft: MessageDraft,
  facets: TextFacet[],
  { now, newId }: Pick<SendMessageDeps, 'now' | 'newId'>,
): NewMessage {
  const createdAt = now()
  const { clientMessageId, replyTo, threadId, content, pictures = [], voice, video, forwardedId } = draft
  return {
    content,
    facets,
    pictures,
    ...(voice && { voice }),
    ...(forwardedId && { isForwarded: true as const }),
    ...(video && { video }),
    messageType: getMessageType(draft),
    _id: newId(createdAt),
    clientMessageId,
    fingerprint: getFingerprint(draft),
    replyTo,
    threadId,
    createdAt,
    eventId: newId(createdAt),
    newConversationId: newId(createdAt),
  }
}

function getMessageType({ voice, video, pictures = [] }: MessageDraft): NewMessage['messageType'] {
  if (voice) return 'voice'
  if (video) return 'video'
  return pictures.length > 0 ? 'image' : 'text'
}

/** Returns the hash of a request, by which `assertRepeat` recognises its repeat. */
export function getFingerprint(draft: MessageDraft): string {
  const {
    recipientId,
    content,
    pictures = [],
    pictureHashes = [],
    replyTo = null,
    threadId = null,
    recordingHash,
  } = draft
  if (draft.forwardedId) return hashFields([recipientId, 'forwarded', draft.forwardedId])
  const described = pictures.map(({ alt = '' }, index) => [pictureHashes[index], alt])
  const fields = [recipientId, content, described, replyTo, threadId, ...(recordingHash ? [recordingHash] : [])]
  return hashFields(fields)
}

const hashFields = (fields: readonly unknown[]): string => hash('sha256', JSON.stringify(fields), 'base64url')

import { calls } from '@meadow/contracts'
import { DISAPPEAR_AFTER_SECONDS } from '@meadow/contracts/limits'
import { v5 } from 'uuid'
import { readPostPicture, readVideo } from '../pictures.ts'
import type { PlannedConversation, PlannedMessage } from '../plan/conversations.ts'
import { createTune } from '../tune.ts'
import { type FillContext, forEachConcurrently, getMember, type SignedInMember } from './context.ts'
import { createFileForm, createPictureForm } from './upload.ts'

const MAX_CONCURRENCY = 6
/** A recipient reads a message after this time. */
const READ_DELAY_MS = 20_000

type Participants = { sender: SignedInMember; recipient: SignedInMember }

/** Sends the messages of conversations, and reads and reacts to them. */
export async function holdConversations(
  context: FillContext,
  conversations: readonly PlannedConversation[],
): Promise<void> {
  let done = 0
  await forEachConcurrently(MAX_CONCURRENCY, conversations, async (conversation) => {
    await context.journal.once(`conversation ${conversation.id}`, () => holdConversation(context, conversation))
    done += 1
    context.reportProgress(`${done} of ${conversations.length} conversations`)
  })
}

async function holdConversation(
  context: FillContext,
  { id, between, disappearsAfterDays, messages }: PlannedConversation,
): Promise<string> {
  const one = getMember(context, between[0])
  const other = getMember(context, between[1])
  const messageIds: string[] = []
  for (const [index, message] of messages.entries()) {
    const participants =
      message.by === between[0] ? { sender: one, recipient: other } : { sender: other, recipient: one }
    const replyTo = message.quotes === undefined ? undefined : messageIds[index - message.quotes]
    // The same for each attempt: a message that was sent before an interruption is not sent again.
    const clientMessageId = v5(`${id} ${index}`, participants.sender._id)
    const messageId = await sendMessage(context, message, participants, {
      clientMessageId,
      ...(replyTo && { replyTo }),
    })
    messageIds.push(messageId)
    if (index === 0 && disappearsAfterDays)
      await letMessagesDisappear(context, message, participants, disappearsAfterDays)
    if (message.isRead) await readMessage(context, message, participants.recipient, messageId)
  }
  return 'held'
}

/** Lets the messages after the first one disappear. A repeat changes nothing. */
async function letMessagesDisappear(
  { call }: FillContext,
  { at }: PlannedMessage,
  { sender: { token }, recipient }: Participants,
  days: 1 | 7,
): Promise<void> {
  const disappearAfter = DISAPPEAR_AFTER_SECONDS[days === 1 ? 0 : 1]
  await call(calls.markConversation, { token, at, params: { userId: recipient._id }, body: { disappearAfter } })
}

type MessageOptions = { clientMessageId: string; replyTo?: string }

async function sendMessage(
  { call }: FillContext,
  { content, at }: PlannedMessage,
  { sender: { token }, recipient }: Participants,
  options: MessageOptions,
): Promise<string> {
  const fields = { recipientId: recipient._id, ...options }
  if (typeof content === 'string')
    return (await call(calls.sendMessage, { token, at, body: { ...fields, content } })).message._id
  if ('notes' in content) {
    const { file, seconds } = createTune(content.notes)
    const body = createFileForm('audio', new File([file], 'tune.wav'), { ...fields, duration: String(seconds) })
    return (await call(calls.sendVoice, { token, at, body })).message._id
  }
  if ('video' in content) {
    const form = createFileForm(
      'video',
      new File([new Uint8Array(await readVideo(content.video))], 'video.mp4'),
      fields,
    )
    return (await call(calls.sendVideo, { token, at, body: form })).message._id
  }
  const body = createPictureForm('image', await readPostPicture(content.name), fields)
  return (await call(calls.sendImage, { token, at, body })).message._id
}

/** Marks a message as read and adds the planned reaction. */
async function readMessage(
  { call }: FillContext,
  message: PlannedMessage,
  { token }: SignedInMember,
  messageId: string,
): Promise<void> {
  const at = new Date(message.at.getTime() + READ_DELAY_MS)
  const params = { id: messageId }
  await call(calls.readMessage, { token, at, params })
  if (message.reaction) await call(calls.addReaction, { token, at, params, body: { emoji: message.reaction } })
}

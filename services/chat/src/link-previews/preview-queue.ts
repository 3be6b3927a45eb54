import type { LinkPreviewQueue } from '@meadow/link-preview'
import type { ConversationRepository } from '../conversations/conversation-repository.ts'
import { type ChangedMessage, listInformedMembers } from '../messages/change-message.ts'
import { getRecipient, type ToMessageView } from '../messages/message.ts'
import type { Push } from '../realtime/push/push-bus.ts'
import type { ReadSignals } from '../receipts/receipt-repository.ts'
import type { MessageLinkPreviewStores } from './message-link-preview.ts'

/** What a push of a message with a changed preview needs. */
export type PushPreviewDeps = {
  conversations: Pick<ConversationRepository, 'isOpen'>
  toMessageView: ToMessageView
  readSignals: ReadSignals
  push: Push
}

/** Creates the queue of messages that wait for a preview. A message whose preview is found is pushed to its two members. */
export const createPreviewQueue = (
  { take, finish }: MessageLinkPreviewStores['queue'],
  deps: PushPreviewDeps,
): LinkPreviewQueue => ({
  take,
  async finish(job, preview, at) {
    const changed = await finish(job, preview, at)
    if (changed) await pushPreviewedMessage(deps, changed)
  },
})

/** Pushes a message whose preview has changed to all devices of both members; across a block, to those of the sender alone. */
export async function pushPreviewedMessage(
  { conversations, toMessageView, readSignals, push }: PushPreviewDeps,
  { message }: Pick<ChangedMessage, 'message'>,
): Promise<void> {
  const shared = await readSignals(message.sender._id, getRecipient(message)._id)
  for (const [member] of await listInformedMembers(conversations, message, message.sender)) {
    push({ to: { member }, name: 'messageEdited', payload: toMessageView(message, { _id: member }, shared) })
  }
}

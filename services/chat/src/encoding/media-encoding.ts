import type { EncodedMedia } from '@meadow/voice'
import type { ConversationRepository } from '../conversations/conversation-repository.ts'
import { type ChangedMessage, listInformedMembers, type MessageChange } from '../messages/change-message.ts'
import { getRecipient, type Message, type ToMessageView } from '../messages/message.ts'
import type { Push } from '../realtime/push/push-bus.ts'
import type { ReadSignals } from '../receipts/receipt-repository.ts'

export type MessageEncodingDeps = {
  /** Reads messages, of any conversation. */
  readMessages: (ids: readonly string[]) => Promise<Message[]>
  conversations: Pick<ConversationRepository, 'isOpen'>
  wakeMediaCleanup: () => void
  toMessageView: ToMessageView
  readSignals: ReadSignals
  push: Push
  now: () => Date
  newId: (at: Date) => string
}

type EncodeFile<Outcome> = NonNullable<Awaited<ReturnType<EncodedMedia<Outcome>['find']>>>['encode']

/** A kind of messages whose file is encoded after they are stored. `Outcome` is what the file becomes. */
export type EncodedMessageMedia<Outcome> = Omit<EncodedMedia<Outcome>, 'find'> & {
  /** Returns the path of the file of a message that waits for its encoding; undefined if it does not wait. */
  getPath: (message: Message) => string | undefined
  encode: EncodeFile<Outcome>
  /** Stores the outcome; `failed`, or undefined if the file is served as it is. */
  complete: (completion: MessageChange & { outcome: Outcome | 'failed' | undefined }) => Promise<ChangedMessage>
}

/** Describes how the files of messages are encoded. The message is then pushed to all devices of both members; across a block, to those of the sender alone. */
export function toEncodedMedia<Outcome>(
  deps: MessageEncodingDeps,
  { getPath, encode, complete, ...kind }: EncodedMessageMedia<Outcome>,
): EncodedMedia<Outcome> {
  const { conversations, toMessageView, readSignals, push, now, newId } = deps

  async function completeMessage(stored: Message, outcome: Outcome | 'failed' | undefined): Promise<boolean> {
    const at = now()
    const by = { ...stored.sender, profileVersion: 0 }
    const completion = { messageId: stored._id, by, at, eventId: newId(at), outcome }
    const { message, isChanged } = await complete(completion)
    if (!isChanged) return false
    deps.wakeMediaCleanup()
    const shared = await readSignals(message.sender._id, getRecipient(message)._id)
    for (const [member] of await listInformedMembers(conversations, message, message.sender)) {
      push({ to: { member }, name: 'messageProcessed', payload: toMessageView(message, { _id: member }, shared) })
    }
    return true
  }

  return {
    ...kind,
    async find(id) {
      const [stored] = await deps.readMessages([id])
      const path = stored && getPath(stored)
      return stored && path ? { path, encode, complete: (outcome) => completeMessage(stored, outcome) } : undefined
    },
  }
}

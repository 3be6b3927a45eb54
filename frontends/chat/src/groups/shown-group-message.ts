import type { GroupMessageView, MemberView } from '@meadow/contracts/browser'
import { describeOutboxRefusal } from '@meadow/web'
import type { ShownMessage } from '../data/messages/shown-message.ts'
import type { UnsentGroupMessage } from './send-group-message.ts'

const NOBODY: MemberView = { _id: '', username: '', fullName: '', avatar: '', isVerified: false, isFollowing: false }

/** The fields of messages that those of groups do not have. */
const NO_CONTENT = {
  messageType: 'text',
  imageUrl: '',
  media: null,
  pictures: [],
  isRead: false,
  status: 'sent',
  edited: false,
  editedAt: null,
  reactions: [],
  replyTo: null,
  threadId: null,
  threadCount: 0,
} satisfies Partial<ShownMessage>

/** Converts a message of a group to one of the list. A line of the group names the member whom it concerns as the recipient. */
function toShownGroupMessage({ groupId: _, notice, sender, ...message }: GroupMessageView): ShownMessage {
  const { event, member, name } = notice ?? {}
  return {
    ...NO_CONTENT,
    ...message,
    key: message.clientMessageId ?? message._id,
    sender: { ...sender, isFollowing: false },
    recipient: member ? { ...member, isFollowing: false } : NOBODY,
    ...(event && { system: { event, ...(member && { memberId: member._id }), ...(name && { name }) } }),
  }
}

/** Converts a message that waits in the outbox. */
const toUnsentMessage = (entry: UnsentGroupMessage, sender: MemberView, seq: number): ShownMessage => ({
  ...NO_CONTENT,
  _id: entry.id,
  key: entry.id,
  seq,
  rev: 0,
  clientMessageId: entry.id,
  sender,
  recipient: NOBODY,
  content: entry.data.content,
  createdAt: entry.createdAt,
  deletedAt: null,
  localState: entry.refusal ? 'failed' : 'sending',
  ...(entry.refusal && { failureReason: describeOutboxRefusal(entry) }),
})

/** Returns the messages of a group, followed by those that are not sent yet. */
export function toShownGroupMessages(
  messages: readonly GroupMessageView[],
  unsent: readonly UnsentGroupMessage[],
  sender: MemberView | undefined,
): ShownMessage[] {
  const sent = messages.map(toShownGroupMessage)
  if (!sender) return sent
  const keys = new Set(sent.map(({ key }) => key))
  const seq = (sent.at(-1)?.seq ?? 0) + 1
  const waiting = unsent.filter(({ id }) => !keys.has(id))
  return [...sent, ...waiting.map((entry, index) => toUnsentMessage(entry, sender, seq + index))]
}

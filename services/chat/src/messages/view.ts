import type { MediaView, MemberView, MessageView } from '@meadow/contracts'
import { toMemberView } from '@meadow/members'
import type { Message } from './message.ts'

/** The picture of a message as answers show it, by addresses that end; null without one. */
export type ShowPicture = (message: Pick<Message, 'conversationId' | 'picture'>) => MediaView | null

/** A message as answers and sockets show it to one of the two. */
export type ToMessageView = (message: Message, viewer: { _id: string }) => MessageView

export const messageViews =
  (show: ShowPicture): ToMessageView =>
  (message, viewer) => {
    const isSender = message.sender._id === viewer._id
    const sender = toMemberView(message.sender, !isSender && message.recipient.follows)
    const recipient = toMemberView(message.recipient, isSender && message.sender.follows)
    const media = show(message)
    return {
      _id: message._id,
      seq: message.seq,
      rev: message.rev,
      clientMessageId: isSender ? message.clientMessageId : null,
      sender,
      recipient,
      content: message.content,
      messageType: message.messageType,
      imageUrl: media?.url ?? '',
      media,
      isRead: message.seq <= message.readUpTo,
      status: statusOf(message),
      createdAt: message.createdAt.toISOString(),
      edited: message.editedAt !== null,
      editedAt: message.editedAt?.toISOString() ?? null,
      deletedAt: message.deletedAt?.toISOString() ?? null,
      reactions: message.reactions,
      replyTo: quoted(message, [sender, recipient]),
      threadId: message.threadId,
      threadCount: message.threadCount,
    }
  }

function statusOf({ seq, readUpTo, deliveredUpTo }: Message): MessageView['status'] {
  if (seq <= readUpTo) return 'read'
  return seq <= deliveredUpTo ? 'delivered' : 'sent'
}

function quoted({ replyTo }: Message, two: [MemberView, MemberView]): MessageView['replyTo'] {
  const sender = two.find(({ _id }) => _id === replyTo?.senderId)
  if (!replyTo || !sender) return null
  const { _id, content, messageType } = replyTo
  return { _id, content, messageType, sender }
}

import type { MediaView, MemberView, MessageView } from '@meadow/contracts'
import { toMemberView } from '@meadow/members'
import { getRecipient, type Message, type MessagePicture } from './message.ts'

/** Converts a picture of a conversation to a view with URLs that expire. */
export type ToPictureView = (picture: MessagePicture, conversationId: string) => MediaView

/** Converts a message to the view of one participant, for responses and pushes. */
export type ToMessageView = (message: Message, viewer: { _id: string }) => MessageView

export const createToMessageView =
  (toPictureView: ToPictureView): ToMessageView =>
  (message, viewer) => {
    const isSender = message.sender._id === viewer._id
    const other = getRecipient(message)
    const sender = toMemberView(message.sender, !isSender && other.follows)
    const recipient = toMemberView(other, isSender && message.sender.follows)
    const pictures = message.pictures.map((picture) => toPictureView(picture, message.conversationId))
    const media = pictures[0] ?? null
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
      pictures,
      isRead: message.seq <= message.readUpTo,
      status: getStatus(message),
      createdAt: message.createdAt.toISOString(),
      edited: message.editedAt !== null,
      editedAt: message.editedAt?.toISOString() ?? null,
      deletedAt: message.deletedAt?.toISOString() ?? null,
      reactions: message.reactions,
      replyTo: toReplyView(message, [sender, recipient]),
      threadId: message.threadId,
      threadCount: message.threadCount,
    }
  }

function getStatus({ seq, readUpTo, deliveredUpTo }: Message): MessageView['status'] {
  if (seq <= readUpTo) return 'read'
  return seq <= deliveredUpTo ? 'delivered' : 'sent'
}

function toReplyView({ replyTo }: Message, participants: [MemberView, MemberView]): MessageView['replyTo'] {
  const sender = participants.find(({ _id }) => _id === replyTo?.senderId)
  if (!replyTo || !sender) return null
  const { _id, content, messageType, pictureCount, deletedAt } = replyTo
  return { _id, content, messageType, pictureCount, deletedAt: deletedAt?.toISOString() ?? null, sender }
}

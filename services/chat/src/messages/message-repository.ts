import type { Actor } from '@meadow/contracts'
import type { UnreadTotal } from '../conversations/conversation.ts'
import type { Message, MessagePicture } from './message.ts'

/** A validated message to send. `fingerprint` is a hash of the request, by which a repeat is recognised. */
export type NewMessage = {
  _id: string
  clientMessageId: string | undefined
  fingerprint: string
  content: string
  messageType: Message['messageType']
  picture: MessagePicture | undefined
  replyTo: string | undefined
  threadId: string | undefined
  createdAt: Date
  /** Ids of the event, and of the conversation if this message opens it. */
  eventId: string
  newConversationId: string
}

/** A sent message, and the recipient's unread total after it. For a repeat: the first message, and undefined. */
type SentMessage = { message: Message; unread: UnreadTotal | undefined }

export type MessageEdit = { messageId: string; content: string; by: Actor; at: Date; eventId: string }

/** The message after an edit. `isChanged` is false if it already had this text. */
type EditedMessage = { message: Message; isChanged: boolean }

export type MessageDeletion = { messageId: string; by: Actor; at: Date; eventId: string }

/** The message as it was before its deletion, and the `rev` after it. */
type DeletedMessage = {
  message: Message
  rev: number
  /** The recipient's unread total, if the message was unread. */
  unread: UnreadTotal | undefined
}

/** The messages of two members. Each write and its event are stored in one transaction. */
export type MessageRepository = {
  /**
   * Sends a message. Opens the conversation if there is none and the two members follow each other. A message with the
   * `clientMessageId` of an earlier one is a repeat.
   * @throws member_not_found, not_mutual, message_not_found for `replyTo` and `threadId`, key_reused
   */
  send(message: NewMessage, sender: Actor, recipientId: string): Promise<SentMessage>
  /**
   * Replaces the text of a message and stores the earlier one.
   * @throws message_not_found, not_your_message, message_not_editable, member_not_found across a block
   */
  edit(edit: MessageEdit): Promise<EditedMessage>
  /**
   * Deletes the content of a message; its `seq` stays. Returns undefined if it is already deleted.
   * @throws message_not_found, not_your_message
   */
  delete(deletion: MessageDeletion): Promise<DeletedMessage | undefined>
}

import type { MemberView, MessageView, ReactionView } from '@meadow/contracts'

type Person = Omit<MemberView, 'isFollowing'>
type MessageType = MessageView['messageType']

/** What is known of a stored picture; `random` is the part of its address that nobody can guess. */
export type MessagePicture = {
  _id: string
  random: string
  width: number
  height: number
  placeholder: string
  narrower: number[]
}

/** A message as it is kept, with all that either of the two sees of it. */
export type Message = {
  _id: string
  conversationId: string
  seq: number
  rev: number
  clientMessageId: string | null
  /** Who wrote it, and whether they follow the recipient. */
  sender: Person & { follows: boolean }
  recipient: Person & { follows: boolean }
  content: string
  messageType: MessageType
  picture: MessagePicture | null
  /** How far the recipient has come, by `seq`. */
  readUpTo: number
  deliveredUpTo: number
  createdAt: Date
  editedAt: Date | null
  deletedAt: Date | null
  reactions: ReactionView[]
  replyTo: { _id: string; content: string; messageType: MessageType; senderId: string } | null
  threadId: string | null
  threadCount: number
}

/** What a member sends, checked; `fingerprint` is what they asked for, to know a repeat. */
export type NewMessage = {
  _id: string
  clientMessageId: string | undefined
  fingerprint: string
  content: string
  messageType: MessageType
  picture: MessagePicture | undefined
  replyTo: string | undefined
  threadId: string | undefined
  createdAt: Date
}

/** Who hears of what happens to a message: each of the two, with the other. */
export const bothOf = ({
  sender,
  recipient,
}: Pick<Message, 'sender' | 'recipient'>): [member: string, other: string][] => [
  [sender._id, recipient._id],
  [recipient._id, sender._id],
]

import type { ConversationView } from './message-views.ts'

/** An acknowledged message with its later changes. */
export type SentMessage = {
  _id: string
  seq: number
  by: string
  to: string
  text: string
  replyTo: string | undefined
  /** The recipient is no mutual follower. It may be a message request, which is pushed to its sender alone. */
  mayBeRequest: boolean
  /** The times of the request and of the response. */
  requestedAt: number
  acknowledgedAt: number
  isDeleted: boolean
  /** The reactions, in the format of `toReaction`. */
  reactions: Set<string>
}

/** The acknowledged operations on messages. Keys of conversations have the format of `toKey`. */
export type ChatHistory = {
  messages: Map<string, SentMessage>
  /** The highest `seq` that a member has read in a conversation. */
  read: Map<string, number>
  /** The views of a member's device, newest last. */
  views: Map<string, ConversationView[]>
}

export const createChatHistory = (): ChatHistory => ({ messages: new Map(), read: new Map(), views: new Map() })

export const toKey = (member: string, other: string): string => `${member} ${other}`
export const toReaction = (member: string, emoji: string): string => `${emoji} ${member}`

/** Returns the messages of two members, sorted by `seq`. */
export const listMessagesBetween = ({ messages }: ChatHistory, one: string, other: string): SentMessage[] =>
  [...messages.values()]
    .filter(({ by, to }) => (by === one && to === other) || (by === other && to === one))
    .sort((a, b) => a.seq - b.seq)

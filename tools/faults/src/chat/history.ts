import type { View } from './message-views.ts'

/** A message that was acknowledged, and what happened to it since. */
export type Message = {
  _id: string
  seq: number
  by: string
  to: string
  text: string
  replyTo: string | undefined
  /** When it was said, and when that was acknowledged. */
  said: number
  acknowledged: number
  isDeleted: boolean
  /** Who put what under it, as `toReaction` writes it. */
  reactions: Set<string>
}

/** What members did with each other's messages. The key of what one has with another is `toKey`. */
export type ChatHistory = {
  messages: Map<string, Message>
  /** Up to which `seq` a member has at least read what another wrote. */
  read: Map<string, number>
  /** All that a member's device has shown of a conversation, the newest last. */
  views: Map<string, View[]>
}

export const emptyChat = (): ChatHistory => ({ messages: new Map(), read: new Map(), views: new Map() })

export const toKey = (member: string, other: string): string => `${member} ${other}`
export const toReaction = (member: string, emoji: string): string => `${emoji} ${member}`

/** What two members wrote to each other, by `seq`. */
export const between = ({ messages }: ChatHistory, one: string, other: string): Message[] =>
  [...messages.values()]
    .filter(({ by, to }) => (by === one && to === other) || (by === other && to === one))
    .sort((a, b) => a.seq - b.seq)

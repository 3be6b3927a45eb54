import { type ChatHistory, emptyChat } from './chat/history.ts'

export const SERVICES = ['auth', 'social', 'posts', 'notify', 'chat'] as const
export type Service = (typeof SERVICES)[number]
export type Member = { _id: string; username: string; token: string }
type Post = { _id: string; author: Member; text: string }

/** What the load did, as far as it was told: what has to be there afterwards, and what must not. */
export type History = {
  members: Map<string, Member>
  /** By id, those that their authors deleted left out. */
  posts: Map<string, Post>
  deleted: Map<string, Post>
  /** Text by the post that it stands under, and whose it is. */
  comments: { postId: string; by: string; text: string }[]
  /** Who likes a post, and who follows a member, by id. */
  likes: Map<string, Set<string>>
  followers: Map<string, Set<string>>
  chat: ChatHistory
  /** Notifications that were read. */
  marked: Set<string>
  /** Texts of what was refused. */
  refused: string[]
  /** Tokens of sessions that ended. */
  ended: string[]
  /** How many operations there were, and how many of these had to be repeated because their outcome was unknown. */
  operations: number
  unknown: number
}

export const emptyHistory = (): History => ({
  members: new Map(),
  posts: new Map(),
  deleted: new Map(),
  comments: [],
  likes: new Map(),
  followers: new Map(),
  chat: emptyChat(),
  marked: new Set(),
  refused: [],
  ended: [],
  operations: 0,
  unknown: 0,
})

/** Puts a member into a set, or takes them out. */
export function setMember(sets: Map<string, Set<string>>, of: string, member: string, isIn: boolean): void {
  const members = sets.get(of) ?? new Set()
  sets.set(of, members)
  if (isIn) members.add(member)
  else members.delete(member)
}

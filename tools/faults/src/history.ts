import { type ChatHistory, createChatHistory } from './chat/history.ts'

export const SERVICES = ['auth', 'social', 'posts', 'notify', 'chat'] as const
export type Service = (typeof SERVICES)[number]
export type Member = { _id: string; username: string; token: string }
type Post = { _id: string; author: Member; text: string }

/** The acknowledged and rejected operations of the load, and so the expected data. */
export type History = {
  members: Map<string, Member>
  /** By id, without the deleted ones. */
  posts: Map<string, Post>
  deleted: Map<string, Post>
  comments: { postId: string; by: string; text: string }[]
  /** The members who like a post, and who follow a member, by id. */
  likes: Map<string, Set<string>>
  followers: Map<string, Set<string>>
  chat: ChatHistory
  /** The notifications that were read. */
  marked: Set<string>
  /** The texts of rejected posts and comments. */
  refused: string[]
  /** The tokens of ended sessions. */
  ended: string[]
  /** The number of operations, and of those that were repeated because their outcome was unknown. */
  operations: number
  unknown: number
}

export const createHistory = (): History => ({
  members: new Map(),
  posts: new Map(),
  deleted: new Map(),
  comments: [],
  likes: new Map(),
  followers: new Map(),
  chat: createChatHistory(),
  marked: new Set(),
  refused: [],
  ended: [],
  operations: 0,
  unknown: 0,
})

/** Adds a member to a set, or removes them. */
export function setMember(sets: Map<string, Set<string>>, key: string, member: string, isMember: boolean): void {
  const members = sets.get(key) ?? new Set()
  sets.set(key, members)
  if (isMember) members.add(member)
  else members.delete(member)
}

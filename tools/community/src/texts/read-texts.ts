import { readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { type ConversationText, parseConversations } from './conversations.ts'
import { type MemberText, parseMembers } from './members.ts'
import { type PostText, parsePosts } from './posts.ts'
import { parseShares, type ShareText } from './shares.ts'

/** `posts` has a list per theme: a later post of a theme may continue the story of an earlier one. */
export type CommunityTexts = {
  members: MemberText[]
  posts: PostText[][]
  shares: ShareText[]
  conversations: ConversationText[]
}

const FOLDER = resolve(import.meta.dirname, '../../texts')

/** Reads the texts of the community: its members, posts, shares and conversations. */
export const readTexts = (): CommunityTexts => ({
  members: parseMembers(readFileSync(join(FOLDER, 'members.txt'), 'utf8')),
  posts: readFolder('posts').map(parsePosts),
  shares: parseShares(readFileSync(join(FOLDER, 'shares.txt'), 'utf8')),
  conversations: readFolder('conversations').flatMap(parseConversations),
})

function readFolder(name: string): string[] {
  const folder = join(FOLDER, name)
  return readdirSync(folder)
    .sort()
    .map((file) => readFileSync(join(folder, file), 'utf8'))
}

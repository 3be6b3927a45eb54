import { type History, type Member, setMember } from '../history.ts'
import type { RepeatingClient } from '../repeating-client.ts'

type QuietMemberDeps = { client: RepeatingClient; history: History }

/**
 * Lets members who do nothing else follow and like each other, one after the other in a ring: nobody takes these actions back,
 * so they must be in every later backup.
 */
export async function actBeforeBackup({ client, history }: QuietMemberDeps, members: readonly Member[]): Promise<void> {
  const posts = [...history.posts.values()]
  for (const [index, { _id, token }] of members.entries()) {
    const other = members[(index + 1) % members.length]
    const post = posts.find(({ author }) => author._id === other?._id)
    if (!other || !post) throw new Error('A quiet member has no post')
    await client.callUntilResponse({ path: `/users/${other._id}/follow`, token, body: { state: true } })
    setMember(history.followers, other._id, _id, true)
    await client.callUntilResponse({ path: `/posts/${post._id}/like`, token, body: { state: true } })
    setMember(history.likes, post._id, _id, true)
  }
}

/** The ids of what was acknowledged before a backup began, and that nobody has taken back since. */
export type Acknowledged = Record<'members' | 'posts' | 'comments' | 'messages' | 'likes' | 'follows', string[]>

/** Lists what is acknowledged now. Likes and follows are those of `quiet` members only, who never take one back. */
export function listAcknowledged(history: History, quiet: readonly Member[]): Acknowledged {
  const quietIds = new Set(quiet.map(({ _id }) => _id))
  const listPairs = (sets: Map<string, Set<string>>) =>
    [...sets].flatMap(([key, by]) => [...by].filter((id) => quietIds.has(id)).map((id) => `${id} ${key}`))
  return {
    members: [...history.members.keys()],
    posts: [...history.posts.keys()],
    comments: history.comments.map(({ postId, text }) => `${postId} ${text}`),
    messages: [...history.chat.messages.keys()],
    likes: listPairs(history.likes),
    follows: listPairs(history.followers),
  }
}

/** Returns a line for each kind of data of which acknowledged items are missing. `deleted` are posts that are gone since. */
export function findLost(before: Acknowledged, restored: Acknowledged, deleted: ReadonlySet<string>): string[] {
  return Object.entries(before).flatMap(([kind, ids]) => {
    const found = new Set(restored[kind as keyof Acknowledged])
    const isDeleted = (id: string) => id.split(' ').some((part) => deleted.has(part))
    const lost = ids.filter((id) => !found.has(id) && !isDeleted(id))
    return lost.length > 0 ? [`I1 ${lost.length} ${kind} from before the backup are missing, such as ${lost[0]}`] : []
  })
}

import { type History, type Member, setMember } from '../history.ts'

/** A row that many members change at the same time, and another of its kind. The paths set or reset a follow or like. */
export type HotTarget = {
  name: string
  path: string
  otherPath: string
  /** Records that these members follow or like both. */
  record(members: readonly Member[]): void
}

/** Chooses a hot member and a hot post. `owner` and `other` do not act. */
export function listHotTargets({ history, owner, other }: { history: History; owner: Member; other: Member }) {
  const findPost = (author: Member) => {
    const post = [...history.posts.values()].find((one) => one.author === author)
    if (!post) throw new Error(`${author.username} has no post`)
    return post._id
  }
  const toTarget = (name: string, toPath: (id: string) => string, state: Map<string, Set<string>>, ids: string[]) => ({
    name,
    path: toPath(ids[0] ?? ''),
    otherPath: toPath(ids[1] ?? ''),
    record: (members: readonly Member[]) => {
      for (const id of ids) for (const { _id } of members) setMember(state, id, _id, true)
    },
  })
  return [
    toTarget('follows', (id) => `/users/${id}/follow`, history.followers, [owner._id, other._id]),
    toTarget('likes', (id) => `/posts/${id}/like`, history.likes, [findPost(owner), findPost(other)]),
  ] satisfies HotTarget[]
}

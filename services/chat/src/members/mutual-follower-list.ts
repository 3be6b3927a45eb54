import type { MemberView } from '@meadow/contracts'

/** Members who follow the viewer and are followed back: the viewer may message them. */
export type MutualFollowerList = {
  /** Returns mutual followers by name, after the member `after`, whose name contains `q`; one more than the limit. */
  list(viewer: { _id: string }, query: { q: string; after: string | undefined; limit: number }): Promise<MemberView[]>
}

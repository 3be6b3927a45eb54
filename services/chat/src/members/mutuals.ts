import type { MemberView } from '@meadow/contracts'

/** Whom a member follows and who follow back. */
export type MutualFollowerList = {
  /** By name, those after the member `after`, whose name holds `q`; with one more than the limit. */
  list(viewer: { _id: string }, asked: { q: string; after: string | undefined; limit: number }): Promise<MemberView[]>
}

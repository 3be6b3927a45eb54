import type { MemberView } from '@meadow/contracts'

/** A member whom the viewer may message. `isMutual`: they follow each other, so that the viewer sees the member's presence. */
type ListedMember = { member: MemberView; isMutual: boolean }

/** Members whom the viewer follows and may begin a conversation with: mutual followers, and those who take messages from everyone. */
export type MutualFollowerList = {
  /** Returns these members by name, after the member `after`, whose name contains `q`; one more than the limit. */
  list(viewer: { _id: string }, query: { q: string; after: string | undefined; limit: number }): Promise<ListedMember[]>
}

import type { MemberText } from '../texts/members.ts'

export type PlannedMember = MemberText & { joinedAt: Date }

/** Returns true if visitors of a local installation can sign in as the member: as those of the community, or as its moderator. */
export const isDemoAccount = ({ demo, role }: Pick<PlannedMember, 'demo' | 'role'>): boolean =>
  demo || role === 'moderator'

import type { MemberText } from '../texts/members.ts'

export type PlannedMember = MemberText & { joinedAt: Date }

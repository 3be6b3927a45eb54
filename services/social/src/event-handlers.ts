import { events } from '@meadow/contracts'
import type { EventHandler } from '@meadow/events'
import {
  createRepublishHandler,
  type ExportTaskStore,
  type MemberDataEraser,
  type MemberErasureStore,
  type MemberReadModel,
  type MemberSnapshotStore,
  memberErasureHandlers,
  memberEventHandlers,
  memberExportHandlers,
  onRefusedWordsUpdated,
  type RefusedWordStore,
} from '@meadow/members'
import { type AppealProjection, onReportAppealed } from './moderation/appeal.ts'
import {
  type AuditLog,
  onInstallationUpdated,
  onMemberRoleChanged,
  onMemberUnsuspended,
} from './moderation/moderation-repository.ts'
import { onMemberAccountSnapshot, onMemberErased, onMemberRegistered } from './profiles/on-members.ts'
import { postCountHandlers } from './profiles/on-posts.ts'
import type { PostCountProjection } from './profiles/post-count-projection.ts'
import type { ProfileRepository } from './profiles/profile-repository.ts'
import { type UsernameProjection, usernameHandlers } from './profiles/username-change.ts'
import { type ReportProjection, reportHandlers } from './reports/report-repository.ts'

export type SocialHandlerDeps = {
  members: MemberReadModel
  refusedWords: RefusedWordStore
  erasures: MemberErasureStore
  eraser: MemberDataEraser
  exportTasks: ExportTaskStore
  profiles: ProfileRepository
  usernames: UsernameProjection
  postCounts: PostCountProjection
  reports: ReportProjection
  audit: AuditLog
  appeals: AppealProjection
  snapshots: MemberSnapshotStore
}

/** Events of auth. Social ignores follow and block events, because it publishes them itself. */
const ACCOUNT_EVENT_TYPES: readonly string[] = [
  events.memberRegistered.type,
  events.memberEmailVerified.type,
  events.memberDeactivated.type,
  events.memberReactivated.type,
  events.memberErased.type,
  events.memberAccountSnapshot.type,
]

/** Handlers of all events that social consumes. */
export const socialEventHandlers: EventHandler<SocialHandlerDeps>[] = [
  ...memberEventHandlers.filter(({ definition }) => ACCOUNT_EVENT_TYPES.includes(definition.type)),
  onMemberRegistered,
  onMemberAccountSnapshot,
  onMemberErased,
  ...usernameHandlers,
  ...memberErasureHandlers,
  onRefusedWordsUpdated,
  ...memberExportHandlers,
  createRepublishHandler('social'),
  ...postCountHandlers,
  ...reportHandlers,
  onReportAppealed,
  onMemberRoleChanged,
  onMemberUnsuspended,
  onInstallationUpdated,
]

import { createPostgresClientKeyStore, createPostgresConsumerStore, createPostgresOutbox } from '@meadow/events'
import {
  createPostgresExportTasks,
  createPostgresMemberErasures,
  createPostgresMemberReadModel,
  createPostgresMentionableMembers,
  createPostgresRefusedWords,
  type SnapshotDeps,
} from '@meadow/members'
import type { PostgresPool } from '@meadow/storage'
import { createPostgresBlockRepository } from './blocks/postgres-block-repository.ts'
import { createPostgresMemberDirectory } from './directory/postgres-member-directory.ts'
import { createPostgresFollowLists } from './follows/postgres-follow-lists.ts'
import { createPostgresFollowRepository } from './follows/postgres-follow-repository.ts'
import { createPostgresSocialSnapshots } from './follows/postgres-graph-snapshot.ts'
import {
  createPostgresAppealProjection,
  createPostgresAppealRepository,
} from './moderation/postgres-appeal-repository.ts'
import { createPostgresBadgeRepository } from './moderation/postgres-badge-repository.ts'
import {
  createPostgresAuditLog,
  createPostgresModerationRepository,
} from './moderation/postgres-moderation-repository.ts'
import { createPostgresMutedWordRepository } from './muted-words/postgres-muted-word-repository.ts'
import { createPostgresMuteRepository } from './mutes/postgres-mute-repository.ts'
import { createPostgresSocialData } from './own-data/own-data-stores.ts'
import { createPostgresPrivacyExceptionRepository } from './privacy/postgres-privacy-exception-repository.ts'
import { createPostgresPrivacyRepository } from './privacy/postgres-privacy-repository.ts'
import { createPostgresCountedPostStore } from './profiles/postgres-counted-post-store.ts'
import { createPostgresMemberDataEraser } from './profiles/postgres-member-data-eraser.ts'
import { createPostgresPostCountProjection } from './profiles/postgres-post-count-projection.ts'
import { createPostgresProfileEditRepository } from './profiles/postgres-profile-edit-repository.ts'
import { createPostgresProfileRepository } from './profiles/postgres-profile-repository.ts'
import {
  createPostgresFormerUsernames,
  createPostgresUsernameProjection,
} from './profiles/postgres-username-changes.ts'
import { createPostgresReportProjection, createPostgresReportRepository } from './reports/postgres-report-repository.ts'
import { createPostgresSuggestionRepository } from './suggestions/postgres-suggestion-repository.ts'

/** Creates the PostgreSQL adapters of all ports of this service. */
export const createPostgresSocialPorts = (pool: PostgresPool, deps: SnapshotDeps) => ({
  members: createPostgresMemberReadModel(pool),
  profiles: createPostgresProfileRepository(pool),
  profileEdits: createPostgresProfileEditRepository(pool),
  mentionableMembers: createPostgresMentionableMembers(pool, 'former_usernames'),
  formerUsernames: createPostgresFormerUsernames(pool),
  countedPosts: createPostgresCountedPostStore(pool),
  directory: createPostgresMemberDirectory(pool),
  follows: createPostgresFollowRepository(pool),
  followLists: createPostgresFollowLists(pool),
  blocks: createPostgresBlockRepository(pool),
  mutes: createPostgresMuteRepository(pool),
  mutedWords: createPostgresMutedWordRepository(pool),
  privacy: createPostgresPrivacyRepository(pool),
  privacyExceptions: createPostgresPrivacyExceptionRepository(pool),
  reports: createPostgresReportRepository(pool),
  moderation: createPostgresModerationRepository(pool),
  appeals: createPostgresAppealRepository(pool),
  badges: createPostgresBadgeRepository(pool),
  suggestions: createPostgresSuggestionRepository(pool),
  ownData: createPostgresSocialData(pool),
  refusedWords: createPostgresRefusedWords(pool),
  clientKeys: createPostgresClientKeyStore(pool),
  outbox: createPostgresOutbox(pool),
  consumerStore: createPostgresConsumerStore(pool, (tx) => ({
    members: createPostgresMemberReadModel(tx),
    refusedWords: createPostgresRefusedWords(tx),
    erasures: createPostgresMemberErasures(tx),
    exportTasks: createPostgresExportTasks(tx),
    eraser: createPostgresMemberDataEraser(tx),
    profiles: createPostgresProfileRepository(tx),
    usernames: createPostgresUsernameProjection(tx, deps),
    postCounts: createPostgresPostCountProjection(tx),
    reports: createPostgresReportProjection(tx),
    audit: createPostgresAuditLog(tx),
    appeals: createPostgresAppealProjection(tx),
    snapshots: createPostgresSocialSnapshots(tx, deps),
  })),
  pingStore: () => pool.ping(),
})

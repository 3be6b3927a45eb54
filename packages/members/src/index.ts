export {
  createMutedTextTest,
  isMutedWordInEffect,
  type MutedTexts,
  type MutedWord,
  toMutedWordForm,
} from '@meadow/contracts/muted-text'
export { foldWords } from '@meadow/contracts/word-matcher'
export {
  type ContactPrivacy,
  canBeginConversation,
  canBeginConversationSql,
  createSignalSourceAfter,
  decideFirstContact,
  hasPrivacyChoice,
  type MadePrivacyException,
  NO_PRIVACY_EXCEPTION,
  readSharedSignals,
  type SharedSignals,
  type SignalSource,
  type StoredContactPrivacy,
  toContactPrivacy,
  toSharedSignals,
  toShownPresence,
} from './contact-privacy.ts'
export { mustVerifyEmail } from './email-verification.ts'
export {
  createMemberErasureTask,
  type ErasedCounts,
  eraseMemberBatch,
  type MemberDataEraser,
  type MemberErasureStore,
  memberErasureHandlers,
} from './erasure/member-erasure.ts'
export { createMongoMemberErasures } from './erasure/mongo-member-erasures.ts'
export { createPostgresMemberErasures } from './erasure/postgres-member-erasures.ts'
export { memberEventHandlers } from './event-handlers.ts'
export { escapeHtml, renderExportDocument, toReadableName } from './export/export-page.ts'
export {
  EXPORT_PAGE_SIZE,
  EXPORTING_SERVICES,
  type ExportingService,
  toExportPageName,
  toExportPartPath,
  writeExportPart,
} from './export/export-part.ts'
export { createMongoExportTasks, createPostgresExportTasks, exportTaskCollection } from './export/export-task-stores.ts'
export {
  createMemberExportTask,
  EXPORT_CLAIM_MS,
  EXPORT_TIMEOUT_MS,
  type ExportTaskStore,
  exportMemberPart,
  memberExportHandlers,
} from './export/member-export.ts'
export { claimsToActor, toActor } from './member-actor.ts'
export { createMemberCleanup } from './member-cleanup.ts'
export type {
  AccountChange,
  EdgeChange,
  EdgeKind,
  FormerUsername,
  Member,
  MemberReadModel,
  MuteChange,
  MutedWordList,
  PrivacyChange,
  PrivacyExceptionChange,
  ProfileChange,
} from './member-read-model.ts'
export {
  createSnapshotEventFactory,
  type MemberSnapshotStore,
  NIL_UUID,
  readSnapshotPages,
  type SnapshotDeps,
} from './member-snapshot.ts'
export { toMemberView } from './member-view.ts'
export { createMongoMentionableMembers, createPostgresMentionableMembers } from './mentions/mentionable-members.ts'
export {
  type FacetDeps,
  type MentionableMembers,
  readTextFacets,
  toFacetsColumn,
  toMentionedIds,
} from './mentions/read-text-facets.ts'
export { memberMigrations } from './migrations.ts'
export { getEdgeCollection, getMuteCollection, memberCollections, toEdgeId } from './mongo-collections.ts'
export { createMongoMemberReadModel } from './mongo-member-read-model.ts'
export {
  findContentAuthorViews,
  findMembersWithVisibleContent,
  findMutedMembers,
  findVisibleMemberByUsername,
  findVisibleMembers,
} from './mongo-visible-members.ts'
export {
  createNewMemberBrake,
  DEFAULT_NEW_MEMBER_LIMITS,
  getNewUntil,
  type NewMemberBrake,
  type NewMemberLimits,
} from './new-member-brake.ts'
export {
  createMongoOwnDataReader,
  createPostgresOwnDataReader,
  OWN_DATA_PAGE_SIZE,
  type OwnDataItem,
  type OwnDataPage,
  type OwnDataReader,
  toOwnDataFile,
} from './own-data.ts'
export {
  blockedMembersCte,
  callerToViewer,
  canView,
  canViewContent,
  contentUnlessBlockedSql,
  isActiveBlockSql,
  isMutedSql,
  isMuteInEffect,
  memberByUsernameSql,
  mutedMembersCte,
  muteInEffectSql,
  notMutedSql,
  type Viewer,
  visibleContentLookupSql,
  visibleContentSql,
  visibleMemberLookupSql,
  visibleMemberSql,
} from './policy.ts'
export { createPostgresMemberReadModel } from './postgres-member-read-model.ts'
export { MEMBER_VIEW_COLUMNS, type MemberViewRow, memberViewColumns, rowToMemberView } from './postgres-member-view.ts'
export {
  getLastSeenMs,
  isLeaseActive,
  PRESENCE_LEASES_KEY,
  type PresenceLeases,
  type PresenceRow,
  parsePresenceLeases,
  parsePresenceRow,
  presenceKey,
  toPresence,
} from './presence/presence-format.ts'
export { createPresenceReader, type PresenceReader } from './presence/presence-reader.ts'
export { createMongoRefusedWords, createPostgresRefusedWords } from './refused-words/refused-word-stores.ts'
export {
  type AssertWordsAllowed,
  createWordCheck,
  onRefusedWordsUpdated,
  type RefusedWordStore,
} from './refused-words/refused-words.ts'
export { createRepublishHandler } from './republish-handler.ts'
export type {
  BlocksTable,
  FollowsTable,
  MembersTable,
  MutedWordsTable,
  MutesTable,
  PrivacyExceptionsTable,
} from './schema.ts'

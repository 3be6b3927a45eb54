export { type Calls, calls } from './calls/index.ts'
export type { Call, CallAccess, CallRequest, CallResponse } from './define-call.ts'
export {
  type DomainEvent,
  type EventDefinition,
  EventEnvelope,
  type EventOf,
  type ReceivedEvent,
  TOPICS,
  type Topic,
} from './define-event.ts'
export type { SocketAcknowledgement, SocketMessage } from './define-socket-message.ts'
export {
  type AccountRestore,
  ERRORS,
  type ErrorBody,
  type ErrorCode,
  type ErrorKind,
  STATUS_BY_ERROR_KIND,
} from './errors.ts'
export { events, eventsByType } from './events/index.ts'
export { LISTED_NOTIFICATION_TYPES, NOTIFICATION_TYPES } from './limits.ts'
export {
  isPictureFor,
  type PictureName,
  type PicturePurpose,
  parsePictureAddress,
  toMarkedRandom,
  toPictureAddress,
} from './picture-address.ts'
export { readEventData } from './read-event-data.ts'
export type { Actor } from './shapes/actor.ts'
export type { DisappearAfter } from './shapes/disappear-after.ts'
export { type EndedMemberSessions, type EndedSession, EndedSessionsMessage } from './shapes/ended-sessions.ts'
export type { GroupMessageView, GroupView } from './shapes/group.ts'
export { isBeyondMaxPageOffset } from './shapes/list.ts'
export type {
  MemberSummaryView,
  MemberView,
  MutedWordView,
  ProfileView,
  SessionUser,
  SuggestionView,
} from './shapes/member.ts'
export type {
  ConversationMarksView,
  ConversationView,
  MessageView,
  ReactionView,
  SystemLineView,
  VideoView,
  VoiceView,
} from './shapes/message.ts'
export type { MessageDraftView } from './shapes/message-draft.ts'
export type {
  NotificationCounts,
  NotificationPreferences,
  NotificationSettings,
  NotificationSettingsChange,
  NotificationType,
  NotificationView,
} from './shapes/notification.ts'
export type {
  CommentView,
  LinkPreviewView,
  MediaView,
  PostSocketView,
  PostVideoView,
  PostView,
  QuotedPostView,
} from './shapes/post.ts'
export type { PostDraftView } from './shapes/post-draft.ts'
export type { Presence } from './shapes/presence.ts'
export type { ContactChoices, PrivacyChange, PrivacyException, PrivacySettings } from './shapes/privacy.ts'
export {
  type PushClose,
  type PushFailure,
  type PushNotification,
  PushPayload,
  type PushSubscriptionKeys,
  type PushSubscriptionView,
} from './shapes/push.ts'
export type { QuietHours } from './shapes/quiet-hours.ts'
export type {
  AppealView,
  AuditEntryView,
  DecisionView,
  ModerationReportView,
  ReportEvidence,
  ReportView,
} from './shapes/report.ts'
export type { TextFacet } from './shapes/text-facets.ts'
export {
  clientToServerMessages,
  SOCKET_IDLE_TIMEOUT_MS,
  SOCKET_PING_INTERVAL_MS,
  SocketHandshake,
} from './sockets/client-to-server.ts'
export { type ClientToServerEvents, type ServerToClientEvents, serverToClientMessages } from './sockets/index.ts'
export { ClientKeyHeader } from './text.ts'
export { TOPIC_PARTITIONS, TOPIC_REPLICATION_FACTOR, TOPIC_RETENTION_DAYS, TOPIC_SUBJECTS } from './topic-settings.ts'
export { parseVideoAddress, toVideoAddress } from './video-address.ts'

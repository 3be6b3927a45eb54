export { type Calls, calls } from './calls/index.ts'
export type { Access, Answer, Call, Received } from './define-call.ts'
export { type DomainEvent, Envelope, type EventDefinition, type EventOf, TOPICS, type Topic } from './define-event.ts'
export type { Acknowledgement, SocketMessage } from './define-socket-message.ts'
export { ERRORS, type ErrorBody, type ErrorCode, type ErrorKind, STATUS } from './errors.ts'
export { events, eventsByType } from './events/index.ts'
export { NOTIFICATION_TYPES } from './limits.ts'
export { fromPictureAddress, type PictureName, toPictureAddress } from './picture-address.ts'
export type { Actor } from './shapes/actor.ts'
export { isTooDeep } from './shapes/list.ts'
export type { MemberView, PersonView, ProfileView, SessionUser, SuggestionView } from './shapes/member.ts'
export type { ConversationView, MessageView, ReactionView } from './shapes/message.ts'
export type {
  NotificationCounts,
  NotificationPreferences,
  NotificationPreferencesChange,
  NotificationType,
  NotificationView,
} from './shapes/notification.ts'
export type { CommentView, MediaView, PostSocketView, PostView } from './shapes/post.ts'
export type { Presence } from './shapes/presence.ts'
export { Handshake, type SocketHeard, type SocketSaid, sockets } from './sockets/index.ts'
export { KEPT_DAYS, PARTITIONS, REPLICAS, SUBJECTS } from './topic-settings.ts'

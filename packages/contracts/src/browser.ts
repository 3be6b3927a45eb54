// The types of the contracts as pages read them. A page may be older than the services: an enum may have a value that it does
// not know.
import type { ReaderForm } from './reader-schema.ts'
import type * as group from './shapes/group.ts'
import type * as member from './shapes/member.ts'
import type * as message from './shapes/message.ts'
import type * as notification from './shapes/notification.ts'
import type * as privacy from './shapes/privacy.ts'
import type * as push from './shapes/push.ts'
import type * as report from './shapes/report.ts'

export type { Calls } from './calls/index.ts'
export type { SocketAcknowledgement } from './define-socket-message.ts'
export type { AccountAppeal, AccountRestore, ErrorCode, SecondFactorRequest } from './errors.ts'
export type { DisappearAfter } from './shapes/disappear-after.ts'
export type {
  ExceptedMemberView,
  MemberSummaryView,
  MemberView,
  MutedMemberView,
  MutedWordView,
} from './shapes/member.ts'
export type { ReactionView, VideoView, VoiceView } from './shapes/message.ts'
export type { MessageDraftView } from './shapes/message-draft.ts'
export type { NotificationType } from './shapes/notification.ts'
export type { CommentView, LinkPreviewView, MediaView, PostVideoView, PostView, QuotedPostView } from './shapes/post.ts'
export type { PostDraftView } from './shapes/post-draft.ts'
export type { Presence } from './shapes/presence.ts'
export type { PrivacyChange, PrivacyException } from './shapes/privacy.ts'
export type { QuietHours } from './shapes/quiet-hours.ts'
export type { TextFacet } from './shapes/text-facets.ts'
export type { ClientToServerEvents, ServerToClientEvents } from './sockets/index.ts'

export type ProfileView = ReaderForm<member.ProfileView>
export type SessionUser = ReaderForm<member.SessionUser>
export type SuggestionView = ReaderForm<member.SuggestionView>
export type MessageView = ReaderForm<message.MessageView>
export type ConversationView = ReaderForm<message.ConversationView>
export type GroupView = ReaderForm<group.GroupView>
export type GroupMessageView = ReaderForm<group.GroupMessageView>
export type ConversationMarksView = ReaderForm<message.ConversationMarksView>
export type NotificationView = ReaderForm<notification.NotificationView>
export type NotificationPreferences = ReaderForm<notification.NotificationPreferences>
export type NotificationSettings = ReaderForm<notification.NotificationSettings>
export type PrivacySettings = ReaderForm<privacy.PrivacySettings>
export type PushNotification = ReaderForm<push.PushNotification>
export type PushPayload = PushNotification | push.PushClose
export type DecisionView = ReaderForm<report.DecisionView>
export type ModerationReportView = ReaderForm<report.ModerationReportView>
export type ReportView = ReaderForm<report.ReportView>
export type PushSubscriptionView = ReaderForm<push.PushSubscriptionView>

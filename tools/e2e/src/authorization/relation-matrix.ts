import type { calls } from '@meadow/contracts'
import type { Outcome } from './call-matrix.ts'

/** The relations between the caller and the owner, who follow each other and have a conversation. A new one needs a column. */
export const RELATIONS = ['caller blocks', 'owner blocks', 'caller mutes', 'owner mutes'] as const
export type Relation = (typeof RELATIONS)[number]

/** `left out`: the call is done, and its response has nothing that is the owner's. */
type RelationOutcome = Outcome | 'left out'

/**
 * The outcomes of a call that the caller makes about the owner. `caller only`: the call takes and returns nothing of the owner, or makes
 * no difference between members.
 */
export type RelationRow = 'caller only' | Record<Relation, RelationOutcome>

const withBlocks = (
  blocked: RelationOutcome,
  callerMutes: RelationOutcome = 'done',
): Record<Relation, RelationOutcome> => ({
  'caller blocks': blocked,
  'owner blocks': blocked,
  'caller mutes': callerMutes,
  'owner mutes': 'done', // a mute is silent: the muted member finds everything as before
})

const HIDDEN = withBlocks('not found')
const LEFT_OUT = withBlocks('left out')
/** Old messages stay readable to both. */
const READABLE = withBlocks('done')
const CLOSED = withBlocks('forbidden')

/** The outcomes of every call across each relation. The keys are those of the contracts: a call without a row does not compile. */
export const RELATION_MATRIX: Record<keyof typeof calls, RelationRow> = {
  register: 'caller only',
  getRegistration: 'caller only',
  checkInvite: 'caller only',
  listInvites: 'caller only',
  createInvite: 'caller only',
  revokeInvite: 'caller only',
  getRefusals: 'caller only',
  updateRefusals: 'caller only',
  login: 'caller only',
  refresh: 'caller only',
  logout: 'caller only',
  changePassword: 'caller only',
  mailDelivery: 'caller only',
  forgotPassword: 'caller only',
  resetPassword: 'caller only',
  sendVerificationMail: 'caller only',
  verifyEmail: 'caller only',
  changeEmail: 'caller only',
  confirmEmailChange: 'caller only',
  refuseEmailChange: 'caller only',
  listOAuthProviders: 'caller only',
  exchangeOAuthCode: 'caller only',
  registerWithOAuth: 'caller only',
  linkOAuth: 'caller only',
  listConnectedProviders: 'caller only',
  connectOAuth: 'caller only',
  disconnectOAuth: 'caller only',
  listSessions: 'caller only',
  endSession: 'caller only',
  endOtherSessions: 'caller only',
  reauthenticate: 'caller only',
  finishSignIn: 'caller only',
  getTotp: 'caller only',
  proposeTotp: 'caller only',
  confirmTotp: 'caller only',
  turnTotpOff: 'caller only',
  renewRecoveryCodes: 'caller only',
  sendReauthenticationCode: 'caller only',
  me: 'caller only',
  finishWelcome: 'caller only',
  deactivateAccount: 'caller only',
  deleteAccount: 'caller only',
  restoreAccount: 'caller only',
  getReceipt: 'caller only',
  requestExport: 'caller only',
  getExport: 'caller only',
  createExportLink: 'caller only',
  guestMode: 'caller only',
  listRoles: 'caller only',
  endSuspension: 'caller only',
  setRole: 'caller only',
  jwks: 'caller only',
  endedSessions: 'caller only',
  listDemoAccounts: 'caller only',
  createDemoSession: 'caller only',

  getProfile: HIDDEN,
  updateProfile: 'caller only',
  listUsers: LEFT_OUT,
  listFollowers: HIDDEN,
  listFollowing: HIDDEN,
  getSuggestions: withBlocks('left out', 'left out'),
  follow: HIDDEN,
  block: 'caller only', // it changes the relation itself: services/social/tests/block.test.ts
  listBlocked: 'caller only',
  mute: 'caller only',
  listMuted: 'caller only',
  removeFollower: HIDDEN,
  listFollowRequests: 'caller only',
  decideFollowRequest: 'caller only',
  getPrivacy: 'caller only',
  setPrivacy: 'caller only',
  setPrivacyException: 'caller only', // it changes what the two show each other: services/chat/tests/shared-signals.test.ts
  listPrivacyExceptions: 'caller only',
  dismissSuggestion: 'caller only',
  fileReport: READABLE, // a block is no shelter from a report
  listReports: 'caller only',
  listModerationReports: 'caller only', // moderators decide about everybody
  decideReport: 'caller only',
  listModerationAudit: 'caller only',
  changeUsername: 'caller only',
  getAccountData: 'caller only',
  getSocialData: 'caller only',
  getPostData: 'caller only',
  getNotificationData: 'caller only',
  getMessageData: 'caller only',

  createPost: 'caller only',
  listPosts: withBlocks('left out', 'left out'),
  listMemberPosts: HIDDEN,
  getPost: HIDDEN,
  deletePost: 'caller only', // only the author can
  likePost: HIDDEN,
  addComment: HIDDEN,
  listComments: HIDDEN,
  uploadMedia: 'caller only',

  listNotifications: LEFT_OUT,
  countUnreadNotifications: 'caller only',
  readNotification: 'caller only',
  readAllNotifications: 'caller only',
  seeNotifications: 'caller only',
  getNotificationPreferences: 'caller only',
  setNotificationPreferences: 'caller only',
  getPushConfig: 'caller only',
  subscribePush: 'caller only',
  unsubscribePush: 'caller only',
  testPush: 'caller only',

  listConversations: READABLE,
  getConversation: READABLE,
  readConversation: READABLE,
  countUnreadMessages: 'caller only',
  listMutualFollowers: LEFT_OUT,
  syncMessages: 'caller only',
  listMessages: READABLE,
  listChanges: READABLE,
  listThreads: READABLE,
  listThread: READABLE,
  readThread: READABLE,
  sendMessage: CLOSED,
  sendImage: CLOSED,
  readMessage: READABLE,
  editMessage: CLOSED,
  deleteMessage: 'caller only', // what one wrote can always be taken back
  addReaction: CLOSED,
  removeReaction: READABLE,

  health: 'caller only',
}

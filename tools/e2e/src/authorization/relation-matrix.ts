import type { calls, ServerToClientEvents } from '@meadow/contracts'
import type { Outcome } from './call-matrix.ts'

/**
 * The relations between the caller and the owner, who follow each other and have a conversation before. A private member no longer has the
 * other as a follower; one who is deactivated, deleted (until the erasure) or suspended has no session. A new relation needs a column.
 * A suspended caller gets 401 for every call of a member.
 */
export const RELATIONS = [
  'caller blocks',
  'owner blocks',
  'caller mutes',
  'owner mutes',
  'owner is private',
  'caller is private',
  'owner is deactivated',
  'owner is deleted',
  'owner is suspended',
] as const
export type Relation = (typeof RELATIONS)[number]

/** `left out`: the call is done, and its response has nothing that is the owner's. */
type RelationOutcome = Outcome | 'left out'

/**
 * The outcomes of a call that the caller makes about the owner. `caller only`: the call takes and returns nothing of the owner, or makes
 * no difference between members.
 */
export type RelationRow = 'caller only' | Record<Relation, RelationOutcome>

type RowOutcomes = {
  blocked: RelationOutcome
  callerMutes?: RelationOutcome
  /** The caller does not follow the owner, who is private. */
  isPrivate?: RelationOutcome
  /** The owner does not follow the caller. */
  isNotFollowed?: RelationOutcome
  /** Default: as across a block. */
  gone?: RelationOutcome
}

const toRow = ({
  blocked,
  callerMutes = 'done',
  isPrivate = 'done',
  isNotFollowed = 'done',
  gone = blocked,
}: RowOutcomes): Record<Relation, RelationOutcome> => ({
  'caller blocks': blocked,
  'owner blocks': blocked,
  'caller mutes': callerMutes,
  'owner mutes': 'done', // a mute is silent: the muted member finds everything as before
  'owner is private': isPrivate,
  'caller is private': isNotFollowed, // the privacy of the caller hides nothing from the caller
  'owner is deactivated': gone,
  'owner is deleted': gone,
  'owner is suspended': 'done', // a suspension ends what its member does, and hides nothing
})

const HIDDEN = toRow({ blocked: 'not found' })
/** Lists of a private member: their followers see them. */
const LISTS = toRow({ blocked: 'not found', isPrivate: 'forbidden' })
/** Posts of a private member do not exist for others. */
const CONTENT = toRow({ blocked: 'not found', isPrivate: 'not found' })
const LEFT_OUT = toRow({ blocked: 'left out' })
/** Old messages stay readable to both. */
const READABLE = toRow({ blocked: 'done' })
const CLOSED = toRow({ blocked: 'forbidden' })

/** The outcomes of every call across each relation. The keys are those of the contracts: a call without a row does not compile. */
export const RELATION_MATRIX: Record<keyof typeof calls, RelationRow> = {
  // before the rows that end follows
  createGroup: toRow({ blocked: 'forbidden', isPrivate: 'forbidden', isNotFollowed: 'forbidden' }),

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
  beginPasskeyReauthentication: 'caller only',
  listPasskeys: 'caller only',
  beginPasskey: 'caller only',
  addPasskey: 'caller only',
  renamePasskey: 'caller only',
  removePasskey: 'caller only',
  beginPasskeySignIn: 'caller only',
  signInByPasskey: 'caller only',
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
  appealSuspension: 'caller only',
  getReceipt: 'caller only',
  requestExport: 'caller only',
  getExport: 'caller only',
  createExportLink: 'caller only',
  getLegalNotice: 'caller only',
  listLegalVersions: 'caller only',
  changeLegalNotice: 'caller only',
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
  listFollowers: LISTS,
  listFollowing: LISTS,
  getSuggestions: toRow({ blocked: 'left out', callerMutes: 'left out' }),
  follow: HIDDEN,
  block: 'caller only', // it changes the relation itself: services/social/tests/block.test.ts
  listBlocked: 'caller only',
  mute: 'caller only',
  listMuted: 'caller only',
  listMutedWords: 'caller only',
  setMutedWords: 'caller only',
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
  updateReport: 'caller only',
  listDecisions: 'caller only', // the decisions do not tell who reported
  appealDecision: 'caller only',
  decideAppeal: 'caller only',
  listVerified: 'caller only',
  setVerified: 'caller only',
  listModerationAudit: 'caller only',
  changeUsername: 'caller only',
  getAccountData: 'caller only',
  getSocialData: 'caller only',
  getPostData: 'caller only',
  getNotificationData: 'caller only',
  getMessageData: 'caller only',

  createPost: 'caller only',
  listPosts: toRow({ blocked: 'left out', callerMutes: 'left out', isPrivate: 'left out' }),
  // these list posts that the caller can read, as `getPost` (panels.contract.test)
  listLivePosts: 'caller only',
  getInsights: 'caller only',
  listOwnActivity: 'caller only',
  listMemberPosts: toRow({ blocked: 'not found', isPrivate: 'left out' }),
  getPost: CONTENT,
  searchPosts: toRow({ blocked: 'left out', callerMutes: 'done', isPrivate: 'left out' }), // the search names the author
  getTag: 'caller only', // counts of what everyone may read
  listTagPosts: toRow({ blocked: 'left out', callerMutes: 'left out', isPrivate: 'left out' }),
  followTag: 'caller only',
  listFollowedTags: 'caller only',
  listTrends: 'caller only', // counts of what everyone may read
  deletePost: 'caller only', // only the author can
  editPost: 'caller only', // only the author can
  setPostLinkPreview: 'caller only', // only the author can
  findLinkPreview: 'caller only', // of a page of another site
  listPostVersions: CONTENT,
  bookmarkPost: CONTENT,
  sharePost: CONTENT,
  unsharePost: 'caller only', // also of a post that the caller can no longer see
  removeBookmark: 'caller only', // also of a post that the caller can no longer see
  listBookmarks: toRow({ blocked: 'left out', isPrivate: 'left out' }),
  listDiscoverPosts: 'caller only', // never posts of followed members; the others are in discover.contract.test
  setDiscoverExclusion: 'caller only',
  listDiscoverExclusions: LEFT_OUT,
  listBookmarkFolders: 'caller only',
  getReadingPosition: 'caller only',
  saveReadingPosition: 'caller only',
  listPostDrafts: 'caller only',
  savePostDraft: 'caller only',
  deletePostDraft: 'caller only',
  listMutedContent: 'caller only',
  mutePost: CONTENT,
  muteTag: 'caller only',
  likePost: CONTENT,
  pinPost: 'caller only', // only the author can
  addPostViews: 'caller only', // counts what the caller can see, and tells nothing (views.contract.test)
  getPostCounts: CONTENT,
  getPostViews: CONTENT,
  hidePostViews: 'caller only', // only the author can
  listPostShares: CONTENT,
  listPostLikes: CONTENT,
  addComment: CONTENT,
  listComments: CONTENT,
  getComment: CONTENT,
  editComment: 'caller only', // only the author can
  deleteComment: 'caller only',
  hideComment: 'caller only', // only the author of the post can
  likeComment: CONTENT,
  uploadMedia: 'caller only',
  setCaptions: 'caller only', // only the owner of the video can

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
  markConversation: READABLE,
  listMessageDrafts: 'caller only',
  saveMessageDraft: 'caller only', // nobody else sees it
  deleteMessageDraft: 'caller only',
  listMessageRequests: 'caller only',
  decideMessageRequest: HIDDEN,
  readConversation: READABLE,
  countUnreadMessages: 'caller only',
  listMutualFollowers: toRow({ blocked: 'left out', isPrivate: 'left out', isNotFollowed: 'left out' }),
  syncMessages: 'caller only',
  searchMessages: READABLE,
  listMessages: READABLE,
  listChanges: READABLE,
  listThreads: READABLE,
  listThread: READABLE,
  readThread: READABLE,
  sendMessage: CLOSED,
  sendImage: CLOSED,
  sendVoice: CLOSED,
  forwardMessage: CLOSED,
  sendVideo: CLOSED,
  markVoicePlayed: READABLE,
  starMessage: READABLE,
  readMessage: READABLE,
  editMessage: CLOSED,
  listMessageVersions: READABLE,
  setMessageLinkPreview: 'caller only', // the sender can always remove one; link-previews.contract.test shows the end of it
  deleteMessage: 'caller only', // what one wrote can always be taken back
  addReaction: CLOSED,
  removeReaction: READABLE,

  listGroups: READABLE,
  getGroup: READABLE,
  renameGroup: 'caller only',
  acceptGroup: READABLE,
  inviteToGroup: 'caller only', // services/chat/tests/groups.contract.test.ts
  setGroupRole: 'caller only',
  removeFromGroup: 'caller only',
  listGroupMessages: toRow({ blocked: 'left out', gone: 'done' }), // the group goes on without the messages of the other
  listGroupChanges: toRow({ blocked: 'left out', gone: 'done' }),
  sendGroupMessage: READABLE,
  deleteGroupMessage: 'caller only',
  readGroup: READABLE,

  health: 'caller only',
}

type CallName = keyof typeof calls

/** The calls that guests may make. The contracts say which. */
type GuestCallName = { [Name in CallName]: (typeof calls)[Name]['access'] extends 'guest' ? Name : never }[CallName]

/** The responses to a guest about a private owner and about a deactivated one. A guest call without a row does not compile. */
export const GUEST_MATRIX: Record<GuestCallName, Record<'private' | 'deactivated', RelationOutcome>> = {
  getProfile: { private: 'done', deactivated: 'not found' }, // the card
  listPosts: { private: 'left out', deactivated: 'left out' },
  listMemberPosts: { private: 'left out', deactivated: 'not found' },
  getPost: { private: 'not found', deactivated: 'not found' },
  listPostVersions: { private: 'not found', deactivated: 'not found' },
  getPostCounts: { private: 'not found', deactivated: 'not found' },
  getPostViews: { private: 'not found', deactivated: 'not found' },
  listComments: { private: 'not found', deactivated: 'not found' },
  getComment: { private: 'not found', deactivated: 'not found' },
}

/** The relations across which the owner can act. An owner who is deactivated, deleted or suspended has no session. */
export const ACTING_RELATIONS = [
  'caller blocks',
  'owner blocks',
  'caller mutes',
  'owner mutes',
  'owner is private',
  'caller is private',
] as const satisfies readonly Relation[]
type ActingRelation = (typeof ACTING_RELATIONS)[number]

/** `own devices`: the message goes to the devices of the member who caused it, and the owner never causes one for the caller. */
type SocketRow = 'own devices' | Record<ActingRelation, boolean>

type ReceivedAcross = { callerMutes?: boolean; isPrivate?: boolean; isNotFollowed?: boolean; blocked?: boolean }

/** Returns the row of a message that the caller receives across every relation but a block, unless `across` says otherwise. */
const toSocketRow = (across: ReceivedAcross = {}): SocketRow => ({
  'caller blocks': across.blocked ?? false,
  'owner blocks': across.blocked ?? false,
  'caller mutes': across.callerMutes ?? true,
  'owner mutes': true,
  'owner is private': across.isPrivate ?? true,
  'caller is private': across.isNotFollowed ?? true,
})

/** Tells, for each message, if the caller receives it when the owner acts. A message of the contracts without a row does not compile. */
export const SOCKET_RELATION_MATRIX: Record<keyof ServerToClientEvents, SocketRow> = {
  typing: toSocketRow(),
  newMessage: toSocketRow(),
  messageSent: 'own devices',
  messageEdited: toSocketRow(),
  messageProcessed: toSocketRow(), // across a block it is found by the next load
  messageReaction: toSocketRow(),
  messageDeleted: toSocketRow(), // across a block it is found by the next load
  messageHidden: 'own devices',
  messageRead: toSocketRow(),
  messageDelivered: toSocketRow(),
  messagePlayed: toSocketRow(),
  messageStarred: 'own devices',
  groupMessage: toSocketRow(),
  groupUpdated: toSocketRow({ blocked: true }), // both stay in the group
  groupRead: toSocketRow(),
  presence: toSocketRow(),
  readMarksUpdated: toSocketRow(),
  unread: 'own devices',
  notification: toSocketRow({ callerMutes: false, isNotFollowed: false }), // nobody likes a post that they do not see
  notificationRead: 'own devices',
  followUpdated: 'own devices',
  blockUpdated: 'own devices',
  muteUpdated: 'own devices',
  privacyExceptionUpdated: 'own devices',
  conversationMarked: 'own devices',
  messageRequestUpdated: 'own devices', // the two have a conversation; message-requests.test shows a request
  emailVerified: 'own devices',
  sessionEnded: 'own devices',
  postCreated: toSocketRow({ callerMutes: false, isPrivate: false }),
  postUpdated: toSocketRow({ isPrivate: false }), // of a post of the owner
  commentUpdated: toSocketRow({ isPrivate: false }), // on a post of the owner
  postDeleted: toSocketRow({ blocked: true, isPrivate: true }), // the id of a post that is gone tells nothing
}

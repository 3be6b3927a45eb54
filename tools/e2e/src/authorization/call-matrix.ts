import { createECDH, randomBytes, randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import type { calls } from '@meadow/contracts'
import { createUniqueAccount } from '@meadow/testing/accounts'
import type { ApiClient, ApiMember } from '@meadow/testing/api-client'
import { drawSamplePicture } from '@meadow/testing/sample-pictures'
import {
  CONVERSATION_SECRET,
  createMatrixGroup,
  type MatrixMembers,
  type MemberRole,
  OWNER_NAME,
  openSession,
  PARTNER_NAME,
  POST_TEXT,
} from './matrix-members.ts'

/** The result of a call for one role. `own`: it is allowed, and returns or changes only the data of the caller. */
export type Outcome = 'done' | 'own' | 'invalid' | 'unauthenticated' | 'forbidden' | 'not found' | 'conflict'

export const STATUSES_BY_OUTCOME: Record<Outcome, readonly number[]> = {
  done: [200, 201, 202],
  own: [200, 201, 202],
  invalid: [400],
  unauthenticated: [401],
  forbidden: [403],
  'not found': [404],
  conflict: [409],
}

/** The parameters and the body of a request. They name what the owner has, if the call takes such a name. */
export type MatrixRequest = {
  params?: Record<string, string>
  query?: Record<string, string>
  body?: object | FormData
}

type RequestContext = MatrixMembers & { api: ApiClient; role: MemberRole }

/** `everyone`: the result for all callers. `outcomes`: the result for each member; callers without a session get 401, unless `guest` says otherwise. */
type ExpectedOutcome = { everyone: Outcome } | { outcomes: Record<MemberRole, Outcome>; guest?: Outcome }

export type CallRow = ExpectedOutcome & {
  /** A text of the owner that responses with the outcome `done` contain. */
  shows?: string
  /** The call ends the session in use. The test signs the caller in again. */
  endsCurrentSession?: true
  request(context: RequestContext): MatrixRequest | Promise<MatrixRequest>
}

const sameForMembers = (outcome: Outcome) => ({
  owner: outcome,
  partner: outcome,
  follower: outcome,
  stranger: outcome,
})

const EVERY_MEMBER = sameForMembers('done')
const OWN_DATA = sameForMembers('own')
/** Only moderators or admins may do it. */
const NO_MEMBER = sameForMembers('forbidden')
const OWNER_ELSE_NOT_FOUND = { ...sameForMembers('not found'), owner: 'done' } as const
const OWNER_ELSE_FORBIDDEN = { ...sameForMembers('forbidden'), owner: 'done' } as const
const PARTICIPANTS_ELSE_NOT_FOUND = { ...sameForMembers('not found'), owner: 'done', partner: 'done' } as const
const PARTICIPANTS_ELSE_FORBIDDEN = { ...OWNER_ELSE_FORBIDDEN, partner: 'done' } as const
/** Other members get their own conversation with the owner, which is empty. */
const PARTICIPANTS_ELSE_OWN = { ...PARTICIPANTS_ELSE_NOT_FOUND, follower: 'own', stranger: 'own' } as const
const SENDER_ELSE_REFUSED = { ...PARTICIPANTS_ELSE_NOT_FOUND, partner: 'forbidden' } as const

/** A mute without effect, so that the rows that follow find everything. */
const ENDED_MUTE = { state: true, until: '2026-01-01T00:00:00.000Z' }

const noParameters = () => ({})
const ownerParameters = ({ owner }: RequestContext) => ({ params: { idOrUsername: owner.account.username } })
const postParameters = ({ postId }: RequestContext) => ({ params: { id: postId } })
const groupParameters = ({ groupId }: RequestContext) => ({ params: { id: groupId } })
const messageParameters = ({ messageId }: RequestContext) => ({ params: { id: messageId } })
const tagParameters = ({ owner }: Pick<RequestContext, 'owner'>) => ({ params: { tag: toOwnTag(owner) } })
/** A tag that only the owner uses. */
const toOwnTag = ({ _id }: ApiMember) => `gate${_id.replaceAll('-', '')}`
const taggedPosts = new Map<string, Promise<unknown>>()
/** Publishes a post of the owner with their tag, once. */
function publishTaggedPost(api: ApiClient, owner: ApiMember): Promise<unknown> {
  // an owner who is suspended or gone has no such post
  const published =
    taggedPosts.get(owner._id) ??
    api.call('/posts', { by: owner, body: { content: `${POST_TEXT} #${toOwnTag(owner)}` } }).catch(() => undefined)
  taggedPosts.set(owner._id, published)
  return published
}
/** The owner's partner; for all others, the owner. */
const otherMemberId = ({ role, owner, partner }: RequestContext) => (role === 'owner' ? partner._id : owner._id)
const conversationParameters = (context: RequestContext) => ({ params: { userId: otherMemberId(context) } })
const commentParameters = ({ postId, commentId }: RequestContext) => ({ params: { id: postId, commentId } })
/** Adds a comment of the owner to the owner's post. Returns the parameters of a call that names it. */
async function addOwnComment({ api, owner, postId }: RequestContext) {
  const body = { text: 'So it is' }
  const { comment } = await api.call<{ comment: { _id: string } }>(`/posts/${postId}/comments`, { by: owner, body })
  return { params: { id: postId, commentId: comment._id } }
}
/** Sends a message of the owner. Returns the parameters of a call that names it. */
const sendNewMessage = async ({ api, owner, partner }: RequestContext) => ({
  params: { id: await api.sendMessage(owner, partner, CONVERSATION_SECRET) },
})

/** Waits until the indexer has stored the words of a new post. The owner may have lost the session. */
async function retryUntilFound(isFound: () => Promise<boolean>): Promise<void> {
  while (!(await isFound().catch(() => true))) await new Promise((resolve) => setTimeout(resolve, 50))
}

/** Creates a form with a picture. The fields must precede the file: the server reads the body as a stream. */
async function createPictureForm(fileField: string, fields: Record<string, string>): Promise<FormData> {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) form.set(name, value)
  const picture = await drawSamplePicture('noon', 60, 40)
  form.set(fileField, new Blob([new Uint8Array(picture)], { type: 'image/png' }), 'noon.png')
  return form
}

/** A recording of two seconds, as a browser makes it. */
const RECORDING_FILE = new URL('../../../../packages/voice/tests/recordings/chromium.webm', import.meta.url)

/** Creates the form of a voice message. */
export function createVoiceForm(fields: Record<string, string>): FormData {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) form.set(name, value)
  form.set('audio', new Blob([new Uint8Array(readFileSync(RECORDING_FILE))], { type: 'audio/webm' }), 'voice.webm')
  return form
}

/** A video of a browser. */
const VIDEO_FILE = new URL('../../../../packages/voice/tests/recordings/video.webm', import.meta.url)

/** Creates the form of a video message. */
function createVideoForm(fields: Record<string, string>, fileField = 'video'): FormData {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) form.set(name, value)
  form.set(fileField, new Blob([new Uint8Array(readFileSync(VIDEO_FILE))], { type: 'video/webm' }), 'walk.webm')
  return form
}

/** Creates the push subscription of a browser. Nobody receives what is sent to it. */
export function createPushSubscription() {
  const ecdh = createECDH('prime256v1')
  const p256dh = ecdh.generateKeys('base64url')
  const auth = randomBytes(16).toString('base64url')
  return { endpoint: `https://fcm.googleapis.com/fcm/send/${randomUUID()}`, keys: { p256dh, auth } }
}

/** The authorization of every call. The keys are those of the contracts: a call without a row does not compile. */
export const CALL_MATRIX: Record<keyof typeof calls, CallRow> = {
  // before the rows that end follows
  createGroup: {
    outcomes: PARTICIPANTS_ELSE_FORBIDDEN,
    request: (context) => ({ body: { name: 'Two', memberIds: [otherMemberId(context)] } }),
  },
  removeFromGroup: {
    outcomes: PARTICIPANTS_ELSE_NOT_FOUND,
    request: async ({ api, owner, partner }) => ({
      params: { id: await createMatrixGroup(api, owner, partner), userId: partner._id },
    }),
  },

  register: { everyone: 'done', request: () => ({ body: createUniqueAccount('Rosa Lund') }) },
  getRegistration: { everyone: 'done', request: noParameters },
  checkInvite: { everyone: 'done', request: () => ({ body: { invite: 'A'.repeat(43) } }) },
  listInvites: { outcomes: NO_MEMBER, request: noParameters },
  createInvite: { outcomes: NO_MEMBER, request: () => ({ body: { maxUses: 1, days: 1 } }) },
  revokeInvite: { outcomes: NO_MEMBER, request: () => ({ params: { id: randomUUID() } }) },
  getRefusals: { outcomes: NO_MEMBER, request: noParameters },
  updateRefusals: {
    outcomes: NO_MEMBER,
    request: () => ({ body: { version: 0, words: [], emailDomains: [], emails: [] } }),
  },
  login: {
    everyone: 'unauthenticated',
    request: ({ owner }) => ({ body: { email: owner.account.email, password: 'Not-the-password-1' } }),
  },
  refresh: { everyone: 'unauthenticated', request: noParameters },
  logout: { everyone: 'own', endsCurrentSession: true, request: noParameters },
  changePassword: {
    outcomes: OWN_DATA,
    endsCurrentSession: true,
    request: ({ role, ...members }) => ({
      body: { current: members[role].account.password, next: members[role].account.password },
    }),
  },
  mailDelivery: { everyone: 'done', request: noParameters },
  forgotPassword: { everyone: 'done', request: () => ({ body: { email: 'nobody@example.org' } }) },
  resetPassword: {
    everyone: 'invalid',
    request: () => ({ body: { token: 'A'.repeat(43), password: 'Not-the-password-1' } }),
  },
  deactivateAccount: {
    outcomes: sameForMembers('forbidden'), // nobody has this password
    request: () => ({ body: { password: 'Not-the-password-1' } }),
  },
  deleteAccount: {
    outcomes: sameForMembers('forbidden'),
    request: () => ({ body: { password: 'Not-the-password-1' } }),
  },
  createExportLink: { outcomes: sameForMembers('not found'), request: noParameters }, // before there is an export
  requestExport: { outcomes: OWN_DATA, request: noParameters },
  getExport: { outcomes: OWN_DATA, request: noParameters },
  getReceipt: { everyone: 'not found', request: () => ({ params: { id: randomUUID() } }) },
  restoreAccount: { everyone: 'invalid', request: () => ({ body: { token: 'A'.repeat(43) } }) },
  appealSuspension: { everyone: 'invalid', request: () => ({ body: { token: 'A'.repeat(43), text: 'Why?' } }) },
  verifyEmail: { everyone: 'invalid', request: () => ({ body: { token: 'A'.repeat(43) } }) },
  sendVerificationMail: { outcomes: OWN_DATA, request: noParameters },
  changeEmail: {
    outcomes: OWN_DATA,
    request: ({ role, ...members }) => {
      const { email, password } = members[role].account
      return { body: { email, password } } // the current address changes nothing
    },
  },
  confirmEmailChange: { everyone: 'invalid', request: () => ({ body: { token: 'A'.repeat(43) } }) },
  refuseEmailChange: { everyone: 'invalid', request: () => ({ body: { token: 'A'.repeat(43) } }) },
  listOAuthProviders: { everyone: 'done', request: noParameters },
  exchangeOAuthCode: { everyone: 'invalid', request: () => ({ body: { code: 'A'.repeat(43) } }) },
  registerWithOAuth: {
    everyone: 'invalid',
    request: () => ({ body: { code: 'A'.repeat(43), username: 'rosa.lund', fullName: 'Rosa Lund' } }),
  },
  linkOAuth: {
    everyone: 'invalid',
    request: () => ({ body: { code: 'A'.repeat(43), password: 'Not-the-password-1' } }),
  },
  listConnectedProviders: { outcomes: OWN_DATA, request: noParameters },
  connectOAuth: { outcomes: OWN_DATA, request: () => ({ params: { provider: 'demo' } }) },
  disconnectOAuth: {
    outcomes: OWN_DATA,
    request: ({ role, ...members }) => ({
      params: { provider: 'demo' },
      body: { password: members[role].account.password },
    }),
  },
  listSessions: { outcomes: OWN_DATA, request: noParameters },
  endSession: {
    outcomes: OWNER_ELSE_NOT_FOUND,
    async request({ api, owner }) {
      const token = await openSession(api, owner)
      const { sessions } = await api.call<{ sessions: { _id: string; current: boolean }[] }>('/auth/sessions', {
        by: { token },
      })
      return { params: { id: sessions.find(({ current }) => current)?._id ?? '' } }
    },
  },
  endOtherSessions: {
    outcomes: OWN_DATA,
    request: ({ role, ...members }) => ({ body: { password: members[role].account.password } }),
  },
  reauthenticate: {
    outcomes: OWN_DATA,
    request: ({ role, ...members }) => ({ body: { password: members[role].account.password } }),
  },
  beginPasskeyReauthentication: { outcomes: sameForMembers('not found'), request: noParameters }, // they have no passkeys
  listPasskeys: { outcomes: OWN_DATA, request: noParameters },
  beginPasskey: {
    outcomes: OWN_DATA,
    request: ({ role, ...members }) => ({ body: { password: members[role].account.password } }),
  },
  addPasskey: { outcomes: sameForMembers('invalid'), request: () => ({ body: { response: {} } }) },
  renamePasskey: {
    outcomes: sameForMembers('not found'),
    request: () => ({ params: { id: randomUUID() }, body: { name: 'Phone' } }),
  },
  removePasskey: {
    outcomes: sameForMembers('not found'),
    request: ({ role, ...members }) => ({
      params: { id: randomUUID() },
      body: { password: members[role].account.password },
    }),
  },
  beginPasskeySignIn: { everyone: 'done', request: noParameters },
  signInByPasskey: { everyone: 'invalid', request: () => ({ body: { response: {} } }) },
  finishSignIn: { everyone: 'invalid', request: () => ({ body: { token: 'A'.repeat(43), code: '000000' } }) },
  getTotp: { outcomes: OWN_DATA, request: noParameters },
  proposeTotp: {
    outcomes: OWN_DATA,
    request: ({ role, ...members }) => ({ body: { password: members[role].account.password } }),
  },
  confirmTotp: {
    outcomes: sameForMembers('forbidden'),
    async request({ api, role, ...members }) {
      await api.call('/auth/totp', { by: members[role], body: { password: members[role].account.password } })
      return { body: { code: '0' } } // which no app shows
    },
  },
  turnTotpOff: { outcomes: sameForMembers('conflict'), request: noParameters }, // it is off
  renewRecoveryCodes: { outcomes: sameForMembers('conflict'), request: noParameters },
  sendReauthenticationCode: { outcomes: sameForMembers('forbidden'), request: noParameters }, // they have passwords
  me: { outcomes: OWN_DATA, request: noParameters },
  endSuspension: { outcomes: NO_MEMBER, request: ({ owner }) => ({ params: { id: owner._id } }) },
  listRoles: { outcomes: NO_MEMBER, request: noParameters },
  setRole: {
    outcomes: NO_MEMBER,
    request: ({ owner }) => ({ body: { username: owner.account.username, role: 'admin' } }),
  },
  finishWelcome: { outcomes: OWN_DATA, request: () => ({ body: { isWelcomed: true } }) },
  jwks: { everyone: 'done', request: noParameters },
  endedSessions: { everyone: 'not found' /* an internal call */, request: noParameters },
  getLegalNotice: { everyone: 'done', request: () => ({ params: { notice: 'terms' } }) },
  listLegalVersions: { everyone: 'done', request: () => ({ params: { notice: 'terms' } }) },
  changeLegalNotice: {
    outcomes: NO_MEMBER,
    request: () => ({ params: { notice: 'terms' }, body: { text: 'Mine', basedOn: null } }),
  },
  guestMode: { everyone: 'done', request: noParameters },
  listDemoAccounts: { everyone: 'done', request: noParameters },

  createDemoSession: {
    everyone: 'unauthenticated',
    request: ({ owner }) => ({ body: { username: owner.account.username } }),
  },

  getProfile: { outcomes: EVERY_MEMBER, guest: 'done', shows: OWNER_NAME, request: ownerParameters },
  updateProfile: { outcomes: OWN_DATA, request: () => ({ body: { location: 'Old Harbour' } }) },
  listUsers: {
    outcomes: { ...EVERY_MEMBER, owner: 'own' },
    shows: OWNER_NAME,
    request: ({ owner }) => ({ query: { query: owner.account.username } }),
  },
  listFollowers: { outcomes: EVERY_MEMBER, shows: PARTNER_NAME, request: ownerParameters },
  listFollowing: { outcomes: EVERY_MEMBER, shows: PARTNER_NAME, request: ownerParameters },
  getSuggestions: { outcomes: OWN_DATA, request: noParameters },
  dismissSuggestion: {
    outcomes: OWN_DATA,
    request: ({ owner }) => ({ params: { id: owner._id }, body: { state: false } }),
  },
  follow: {
    outcomes: { ...EVERY_MEMBER, owner: 'invalid' },
    request: ({ owner }) => ({ params: { id: owner._id }, body: { state: true } }),
  },
  block: {
    outcomes: { ...EVERY_MEMBER, owner: 'invalid' },
    request: ({ owner }) => ({ params: { id: owner._id }, body: { state: false } }), // a block would change the rows below
  },
  listBlocked: { outcomes: OWN_DATA, request: noParameters },
  mute: {
    outcomes: { ...EVERY_MEMBER, owner: 'invalid' },
    request: ({ owner }) => ({ params: { id: owner._id }, body: { state: false } }), // a mute would change the rows below
  },
  listMuted: { outcomes: OWN_DATA, request: noParameters },
  listMutedWords: { outcomes: OWN_DATA, request: noParameters },
  setMutedWords: { outcomes: OWN_DATA, request: () => ({ body: { words: [{ text: 'moss', in: ['feed'] }] } }) },
  changeUsername: { outcomes: sameForMembers('invalid'), request: () => ({ body: { username: 'admin' } }) }, // reserved
  getAccountData: { outcomes: OWN_DATA, request: noParameters },
  getSocialData: { outcomes: OWN_DATA, request: noParameters },
  getPostData: { outcomes: OWN_DATA, request: noParameters },
  getNotificationData: { outcomes: OWN_DATA, request: noParameters },
  getMessageData: { outcomes: OWN_DATA, request: noParameters },
  getPrivacy: { outcomes: OWN_DATA, request: noParameters },
  listFollowRequests: { outcomes: OWN_DATA, request: noParameters },
  decideFollowRequest: {
    // nobody has asked the caller; the owner follows the partner already, as after an answer that is repeated
    outcomes: { ...sameForMembers('not found'), partner: 'done' },
    request: ({ owner }) => ({ params: { id: owner._id }, body: { accept: true } }),
  },
  setPrivacy: { outcomes: OWN_DATA, request: () => ({ body: { isSuggested: true } }) },
  setPrivacyException: {
    outcomes: { ...EVERY_MEMBER, owner: 'invalid' },
    request: ({ owner }) => ({
      params: { id: owner._id },
      body: { showOnline: null, showLastSeen: null, showTyping: null, sendReadMarks: null },
    }),
  },
  listPrivacyExceptions: { outcomes: OWN_DATA, request: noParameters },
  removeFollower: {
    outcomes: { ...OWN_DATA, owner: 'not found' },
    request: ({ owner, stranger, role }) => ({ params: { id: role === 'follower' ? stranger._id : owner._id } }),
  },

  fileReport: {
    outcomes: { ...OWN_DATA, owner: 'invalid' },
    request: ({ owner }) => ({ body: { kind: 'member', id: owner._id, category: 'spam' } }),
  },
  listReports: { outcomes: OWN_DATA, request: noParameters },
  listModerationReports: { outcomes: NO_MEMBER, request: noParameters },
  decideReport: {
    outcomes: NO_MEMBER,
    request: ({ postId }) => ({ params: { id: postId }, body: { decision: 'dismiss' } }),
  },
  updateReport: {
    outcomes: NO_MEMBER,
    request: ({ postId }) => ({ params: { id: postId }, body: { isAssigned: true } }),
  },
  listDecisions: { outcomes: OWN_DATA, request: noParameters },
  appealDecision: {
    outcomes: sameForMembers('not found'),
    request: ({ postId }) => ({ params: { id: postId }, body: { text: 'Why?' } }),
  },
  decideAppeal: {
    outcomes: NO_MEMBER,
    request: ({ postId }) => ({ params: { id: postId }, body: { accepts: true } }),
  },
  listVerified: { outcomes: NO_MEMBER, request: noParameters },
  setVerified: {
    outcomes: NO_MEMBER,
    request: ({ owner }) => ({ body: { username: owner.account.username, isVerified: true } }),
  },
  listModerationAudit: { outcomes: NO_MEMBER, request: noParameters },

  createPost: { outcomes: OWN_DATA, request: () => ({ body: { content: 'A second gate' } }) },
  listPosts: { outcomes: OWN_DATA, request: noParameters },
  listLivePosts: { outcomes: OWN_DATA, request: noParameters },
  getInsights: { outcomes: OWN_DATA, request: noParameters },
  listOwnActivity: { outcomes: OWN_DATA, request: noParameters },
  listMemberPosts: {
    outcomes: EVERY_MEMBER,
    guest: 'done',
    shows: POST_TEXT,
    request: ({ owner }) => ({ params: { username: owner.account.username } }),
  },
  getPost: { outcomes: EVERY_MEMBER, guest: 'done', shows: POST_TEXT, request: postParameters },
  searchPosts: {
    outcomes: EVERY_MEMBER,
    shows: POST_TEXT,
    async request({ api, owner }) {
      const query = { q: `"${POST_TEXT}" from:${owner.account.username}` }
      await retryUntilFound(async () => {
        const { posts } = await api.call<{ posts: object[] }>(`/search?${new URLSearchParams(query)}`, { by: owner })
        return posts.length > 0
      })
      return { query }
    },
  },
  getTag: { outcomes: EVERY_MEMBER, request: tagParameters },
  listTagPosts: {
    outcomes: EVERY_MEMBER,
    async request({ api, owner }) {
      await publishTaggedPost(api, owner)
      return tagParameters({ owner })
    },
  },
  followTag: { outcomes: OWN_DATA, request: (context) => ({ ...tagParameters(context), body: { state: true } }) },
  listFollowedTags: { outcomes: OWN_DATA, request: noParameters },
  listTrends: { outcomes: EVERY_MEMBER, request: noParameters },
  deletePost: {
    outcomes: OWNER_ELSE_FORBIDDEN,
    async request({ api, owner }) {
      const { _id } = await api.call<{ _id: string }>('/posts', { by: owner, body: { content: 'A gate to close' } })
      return { params: { id: _id } }
    },
  },
  editPost: {
    outcomes: OWNER_ELSE_FORBIDDEN,
    async request({ api, owner }) {
      const { _id } = await api.call<{ _id: string }>('/posts', { by: owner, body: { content: 'A gate to paint' } })
      return { params: { id: _id }, body: { content: 'A gate, painted', rev: 1 } }
    },
  },
  setPostLinkPreview: {
    outcomes: OWNER_ELSE_FORBIDDEN,
    request: (context) => ({ ...postParameters(context), body: { isShown: true } }),
  },
  findLinkPreview: { outcomes: OWN_DATA, request: () => ({ body: { link: 'no link' } }) },
  listPostVersions: { outcomes: EVERY_MEMBER, guest: 'done', shows: POST_TEXT, request: postParameters },
  bookmarkPost: { outcomes: EVERY_MEMBER, shows: POST_TEXT, request: postParameters },
  sharePost: { outcomes: EVERY_MEMBER, shows: POST_TEXT, request: postParameters },
  unsharePost: { outcomes: OWN_DATA, request: postParameters },
  removeBookmark: { outcomes: OWN_DATA, request: postParameters },
  listBookmarks: {
    outcomes: OWN_DATA,
    async request({ api, partner, postId }) {
      await api.call(`/posts/${postId}/bookmark`, { by: partner, body: {} }).catch(() => undefined) // or it can no longer be seen
      return {}
    },
  },
  listDiscoverPosts: { outcomes: OWN_DATA, request: noParameters },
  setDiscoverExclusion: { outcomes: OWN_DATA, request: ({ owner }) => ({ body: { authorId: owner._id } }) },
  listDiscoverExclusions: {
    outcomes: OWN_DATA,
    async request({ api, owner, partner }) {
      await api.call('/posts/discover/exclusions', { by: partner, body: { authorId: owner._id } })
      return {}
    },
  },
  listBookmarkFolders: { outcomes: OWN_DATA, request: noParameters },
  getReadingPosition: { outcomes: OWN_DATA, request: noParameters },
  saveReadingPosition: { outcomes: OWN_DATA, request: () => ({ body: { seenUntil: '2026-01-01T00:00:00.000Z' } }) },
  listPostDrafts: { outcomes: OWN_DATA, request: noParameters },
  savePostDraft: {
    outcomes: OWN_DATA,
    request: () => ({
      params: { id: randomUUID() },
      body: { content: 'A gate, perhaps', changedAt: new Date().toISOString() },
    }),
  },
  deletePostDraft: {
    outcomes: OWN_DATA,
    request: () => ({ params: { id: randomUUID() }, query: { changedAt: new Date().toISOString() } }),
  },
  listMutedContent: { outcomes: OWN_DATA, request: noParameters },
  mutePost: { outcomes: EVERY_MEMBER, request: (context) => ({ ...postParameters(context), body: ENDED_MUTE }) },
  muteTag: { outcomes: OWN_DATA, request: (context) => ({ ...tagParameters(context), body: ENDED_MUTE }) },
  likePost: {
    outcomes: EVERY_MEMBER,
    shows: POST_TEXT,
    request: (context) => ({ ...postParameters(context), body: { state: true } }),
  },
  pinPost: {
    outcomes: OWNER_ELSE_FORBIDDEN,
    request: (context) => ({ ...postParameters(context), body: { state: true } }),
  },
  addPostViews: {
    outcomes: EVERY_MEMBER,
    request: (context) => ({ body: { ids: [postParameters(context).params.id] } }),
  },
  getPostCounts: { outcomes: EVERY_MEMBER, guest: 'done', request: postParameters },
  getPostViews: { outcomes: EVERY_MEMBER, guest: 'done', request: postParameters },
  hidePostViews: {
    outcomes: OWNER_ELSE_FORBIDDEN,
    request: (context) => ({ ...postParameters(context), body: { state: true } }),
  },
  listPostShares: { outcomes: EVERY_MEMBER, request: postParameters },
  listPostLikes: { outcomes: EVERY_MEMBER, request: postParameters },
  addComment: {
    outcomes: EVERY_MEMBER,
    request: (context) => ({ ...postParameters(context), body: { text: 'So it is' } }),
  },
  listComments: { outcomes: EVERY_MEMBER, guest: 'done', request: postParameters },
  getComment: { outcomes: EVERY_MEMBER, guest: 'done', request: commentParameters },
  editComment: {
    outcomes: OWNER_ELSE_FORBIDDEN,
    request: async (context) => ({ ...(await addOwnComment(context)), body: { text: 'So it was', editedAt: null } }),
  },
  deleteComment: { outcomes: OWNER_ELSE_FORBIDDEN, request: addOwnComment },
  hideComment: {
    outcomes: OWNER_ELSE_FORBIDDEN,
    request: async (context) => ({ ...(await addOwnComment(context)), body: { state: true } }),
  },
  likeComment: {
    outcomes: EVERY_MEMBER,
    request: (context) => ({ ...commentParameters(context), body: { state: true } }),
  },
  uploadMedia: {
    outcomes: OWN_DATA,
    request: async () => ({ body: await createPictureForm('file', { purpose: 'post' }) }),
  },
  setCaptions: {
    outcomes: OWNER_ELSE_NOT_FOUND,
    async request({ api, owner }) {
      const form = createVideoForm({ purpose: 'post' }, 'file')
      const { _id } = await api.call<{ _id: string }>('/media', { by: owner, body: form })
      return { params: { id: _id }, body: { captions: null } }
    },
  },

  listNotifications: { outcomes: OWN_DATA, request: noParameters },
  countUnreadNotifications: { outcomes: OWN_DATA, request: noParameters },
  readNotification: {
    outcomes: OWNER_ELSE_NOT_FOUND,
    request: ({ notificationId }) => ({ params: { id: notificationId } }),
  },
  readAllNotifications: { outcomes: OWN_DATA, request: noParameters },
  seeNotifications: { outcomes: OWN_DATA, request: () => ({ body: { before: new Date().toISOString() } }) },
  getNotificationPreferences: { outcomes: OWN_DATA, request: noParameters },
  setNotificationPreferences: { outcomes: OWN_DATA, request: () => ({ body: { preferences: {} } }) },

  getPushConfig: { outcomes: OWN_DATA, request: noParameters },
  subscribePush: { outcomes: OWN_DATA, request: () => ({ body: { subscription: createPushSubscription() } }) },
  unsubscribePush: { outcomes: OWN_DATA, request: noParameters },
  testPush: {
    outcomes: OWN_DATA,
    async request({ api, role, ...members }) {
      await api.call('/push/subscribe', { by: members[role], body: { subscription: createPushSubscription() } })
      return {}
    },
  },

  listConversations: { outcomes: OWN_DATA, request: noParameters },
  getConversation: { outcomes: PARTICIPANTS_ELSE_OWN, request: conversationParameters },
  markConversation: {
    outcomes: PARTICIPANTS_ELSE_NOT_FOUND,
    request: (context) => ({ ...conversationParameters(context), body: { isUnread: false } }),
  },
  listMessageDrafts: { outcomes: OWN_DATA, request: noParameters },
  saveMessageDraft: {
    outcomes: OWN_DATA,
    request: () => ({
      params: { id: randomUUID() },
      body: { content: 'Dear', changedAt: new Date().toISOString() },
    }),
  },
  deleteMessageDraft: {
    outcomes: OWN_DATA,
    request: () => ({ params: { id: randomUUID() }, query: { changedAt: new Date().toISOString() } }),
  },
  listMessageRequests: { outcomes: OWN_DATA, request: noParameters },
  decideMessageRequest: {
    outcomes: PARTICIPANTS_ELSE_NOT_FOUND,
    request: (context) => ({ ...conversationParameters(context), body: { accept: true } }),
  },
  readConversation: {
    outcomes: PARTICIPANTS_ELSE_OWN,
    request: conversationParameters,
  },
  countUnreadMessages: { outcomes: OWN_DATA, request: noParameters },
  listMutualFollowers: { outcomes: OWN_DATA, request: noParameters },
  syncMessages: { outcomes: OWN_DATA, request: noParameters },
  searchMessages: {
    outcomes: PARTICIPANTS_ELSE_OWN,
    shows: CONVERSATION_SECRET,
    request: () => ({ query: { q: `"${CONVERSATION_SECRET}"` } }),
  },
  listMessages: {
    outcomes: PARTICIPANTS_ELSE_OWN,
    shows: CONVERSATION_SECRET,
    request: (context) => ({ params: { id: otherMemberId(context) } }),
  },
  listChanges: {
    outcomes: PARTICIPANTS_ELSE_OWN,
    shows: CONVERSATION_SECRET,
    request: (context) => ({ ...conversationParameters(context), query: { since: '0' } }),
  },
  listThreads: {
    outcomes: PARTICIPANTS_ELSE_OWN,
    shows: CONVERSATION_SECRET,
    request: conversationParameters,
  },
  listThread: { outcomes: PARTICIPANTS_ELSE_NOT_FOUND, shows: CONVERSATION_SECRET, request: messageParameters },
  readThread: { outcomes: PARTICIPANTS_ELSE_NOT_FOUND, request: messageParameters },
  sendMessage: {
    outcomes: PARTICIPANTS_ELSE_FORBIDDEN,
    request: (context) => ({ body: { recipientId: otherMemberId(context), content: 'Hello there' } }),
  },
  sendImage: {
    outcomes: PARTICIPANTS_ELSE_FORBIDDEN,
    request: async (context) => ({
      body: await createPictureForm('image', { recipientId: otherMemberId(context) }),
    }),
  },
  sendVoice: {
    outcomes: PARTICIPANTS_ELSE_FORBIDDEN,
    request: (context) => ({ body: createVoiceForm({ recipientId: otherMemberId(context) }) }),
  },
  forwardMessage: {
    outcomes: PARTICIPANTS_ELSE_FORBIDDEN,
    request: (context) => ({ body: { recipientId: otherMemberId(context), messageId: context.messageId } }),
  },
  sendVideo: {
    outcomes: PARTICIPANTS_ELSE_FORBIDDEN,
    request: (context) => ({ body: createVideoForm({ recipientId: otherMemberId(context) }) }),
  },
  markVoicePlayed: { outcomes: PARTICIPANTS_ELSE_NOT_FOUND, request: messageParameters },
  starMessage: {
    outcomes: PARTICIPANTS_ELSE_NOT_FOUND,
    request: (context) => ({ ...messageParameters(context), body: { state: true } }),
  },
  readMessage: { outcomes: PARTICIPANTS_ELSE_NOT_FOUND, request: messageParameters },
  editMessage: {
    outcomes: SENDER_ELSE_REFUSED,
    request: async (context) => ({ ...(await sendNewMessage(context)), body: { content: 'I moved it' } }),
  },
  listMessageVersions: { outcomes: PARTICIPANTS_ELSE_NOT_FOUND, request: messageParameters },
  setMessageLinkPreview: {
    outcomes: SENDER_ELSE_REFUSED,
    request: async (context) => ({ ...(await sendNewMessage(context)), body: { isShown: true } }),
  },
  deleteMessage: { outcomes: SENDER_ELSE_REFUSED, request: sendNewMessage },
  addReaction: {
    outcomes: PARTICIPANTS_ELSE_NOT_FOUND,
    request: (context) => ({ ...messageParameters(context), body: { emoji: '👍' } }),
  },
  removeReaction: {
    outcomes: PARTICIPANTS_ELSE_NOT_FOUND,
    request: (context) => ({ ...messageParameters(context), body: { emoji: '👍' } }),
  },

  listGroups: { outcomes: OWN_DATA, request: noParameters },
  getGroup: { outcomes: PARTICIPANTS_ELSE_NOT_FOUND, request: groupParameters },
  renameGroup: {
    outcomes: SENDER_ELSE_REFUSED,
    request: (context) => ({ ...groupParameters(context), body: { name: 'Gatekeepers' } }),
  },
  acceptGroup: { outcomes: PARTICIPANTS_ELSE_NOT_FOUND, request: groupParameters },
  inviteToGroup: {
    outcomes: SENDER_ELSE_REFUSED,
    request: (context) => ({ ...groupParameters(context), body: { userIds: [context.partner._id] } }),
  },
  setGroupRole: {
    outcomes: SENDER_ELSE_REFUSED,
    request: ({ groupId, partner }) => ({ params: { id: groupId, userId: partner._id }, body: { role: 'member' } }),
  },
  listGroupMessages: { outcomes: PARTICIPANTS_ELSE_NOT_FOUND, shows: CONVERSATION_SECRET, request: groupParameters },
  listGroupChanges: {
    outcomes: PARTICIPANTS_ELSE_NOT_FOUND,
    shows: CONVERSATION_SECRET,
    request: (context) => ({ ...groupParameters(context), query: { since: '0' } }),
  },
  sendGroupMessage: {
    outcomes: PARTICIPANTS_ELSE_FORBIDDEN,
    request: (context) => ({ ...groupParameters(context), body: { content: 'Hello there' } }),
  },
  deleteGroupMessage: {
    outcomes: SENDER_ELSE_REFUSED,
    request: async ({ api, owner, groupId }) => ({
      params: { id: groupId, messageId: await api.sendToGroup(owner, groupId, CONVERSATION_SECRET) },
    }),
  },
  readGroup: { outcomes: PARTICIPANTS_ELSE_NOT_FOUND, request: groupParameters },

  health: { everyone: 'done', request: noParameters },
}

import type { MessageDraftView } from './shapes/message-draft.ts'
import type { PostDraftView } from './shapes/post-draft.ts'

/** The HTTP status of each kind of error. */
export const STATUS_BY_ERROR_KIND = {
  invalid: 400,
  unauthenticated: 401,
  forbidden: 403,
  not_found: 404,
  timed_out: 408,
  conflict: 409,
  too_large: 413,
  unsupported: 415,
  misdirected: 421,
  too_many: 429,
  unexpected: 500,
  unavailable: 503,
} as const

export type ErrorKind = keyof typeof STATUS_BY_ERROR_KIND

/**
 * All errors of the API. Programs use the key, `code`, whose meaning never changes; people read `message`. A capability
 * that needs another error adds a line here.
 */
export const ERRORS = {
  invalid_request: { kind: 'invalid', message: 'Please check the marked fields' },
  malformed_body: { kind: 'invalid', message: 'The request body could not be read' },
  page_too_deep: { kind: 'invalid', message: 'Please use a cursor to load more of this list' },
  invalid_cursor: { kind: 'invalid', message: 'The cursor of this list is not valid' },
  cannot_message_self: { kind: 'invalid', message: 'You cannot message yourself' },
  message_not_editable: { kind: 'invalid', message: 'Messages with pictures cannot be edited' },
  message_not_forwardable: { kind: 'invalid', message: 'This message cannot be forwarded' },
  cannot_follow_self: { kind: 'invalid', message: 'You cannot follow yourself' },
  cannot_block_self: { kind: 'invalid', message: 'You cannot block yourself' },
  cannot_mute_self: { kind: 'invalid', message: 'You cannot mute yourself' },
  cannot_hide_from_self: { kind: 'invalid', message: 'You cannot make an exception for yourself' },
  cannot_report_own: { kind: 'invalid', message: 'You cannot report yourself or what you wrote' },
  upload_failed: { kind: 'invalid', message: 'The upload was incomplete. Please try again' },
  invalid_picture: { kind: 'invalid', message: 'This picture cannot be read' },
  push_service_not_allowed: {
    kind: 'invalid',
    message: 'This Meadow does not send to the push service of this browser',
  },

  link_invalid: {
    kind: 'invalid',
    message: 'This link has expired or was already used. Please ask for a new one',
  },

  sign_in_expired: { kind: 'invalid', message: 'This took too long. Please sign in again' },
  setup_expired: { kind: 'invalid', message: 'This took too long. Please begin again' },
  appeal_expired: { kind: 'invalid', message: 'It is too late to appeal against this decision' },
  restore_expired: { kind: 'invalid', message: 'Please sign in again to restore your account' },
  oauth_failed: { kind: 'invalid', message: 'OAuth sign-in failed' },

  token_missing: { kind: 'unauthenticated', message: 'Authentication failed: sign in first' },
  token_invalid: { kind: 'unauthenticated', message: 'Authentication failed: invalid token' },
  token_expired: { kind: 'unauthenticated', message: 'Authentication failed: token expired' },
  wrong_credentials: { kind: 'unauthenticated', message: 'Wrong email, username or password' },

  forbidden: { kind: 'forbidden', message: 'You are not allowed to do this' },
  proof_required: { kind: 'forbidden', message: 'Please confirm that it is you' },
  proof_invalid: { kind: 'forbidden', message: 'Your confirmation has expired. Please confirm again that it is you' },
  passkey_refused: { kind: 'forbidden', message: 'This passkey was not accepted. Please try again' },
  wrong_code: { kind: 'forbidden', message: 'This code is wrong or has expired' },
  appeal_needs_another: { kind: 'forbidden', message: 'Another moderator answers this appeal, because you decided' },
  wrong_password: { kind: 'forbidden', message: 'This is not your current password' },
  second_factor_required: { kind: 'forbidden', message: 'Enter the code of your authenticator app' },
  account_deactivated: { kind: 'forbidden', message: 'This account is deactivated. Restore it to use it again' },
  account_suspended: { kind: 'forbidden', message: 'Moderators have suspended this account' },
  words_refused: { kind: 'invalid', message: 'This contains words that this Meadow does not allow' },
  email_refused: { kind: 'invalid', message: 'This email address cannot be used on this Meadow' },
  registration_closed: { kind: 'forbidden', message: 'This Meadow takes no new members at the moment' },
  invite_required: { kind: 'forbidden', message: 'You need an invite to join this Meadow' },
  invite_invalid: {
    kind: 'forbidden',
    message: 'This invite has expired, was used up or was taken back. Please ask for a new one',
  },
  private_account: { kind: 'forbidden', message: 'Only followers of this account can see this' },
  follow_request_not_found: { kind: 'not_found', message: 'This follow request is no longer there' },
  new_account_limit: {
    kind: 'forbidden',
    message: 'Your account is new, and you can do this only a few times on its first day. Please try again tomorrow',
  },
  email_unverified: {
    kind: 'forbidden',
    message:
      'Confirm your email address before you send messages. Settings, Account has a button that sends you the link',
  },
  too_many_pinned: {
    kind: 'conflict',
    message: 'You can pin up to 5 conversations. Unpin one to pin this one',
  },
  request_text_only: {
    kind: 'forbidden',
    message: 'You can send only text until they accept your message request',
  },
  request_unanswered: {
    kind: 'forbidden',
    message: 'You can write more once they answer or accept your message request',
  },
  request_limit_reached: {
    kind: 'forbidden',
    message: 'You have sent many message requests today. Please try again tomorrow',
  },
  not_group_admin: { kind: 'forbidden', message: 'Only an admin of the group can do this' },
  not_in_group: { kind: 'forbidden', message: 'You are no longer in this group' },
  not_invitable: {
    kind: 'forbidden',
    message: 'You can add people who follow you back. Somebody you chose cannot be added to this group',
  },
  not_mutual: { kind: 'forbidden', message: 'You cannot message this person now' },
  not_your_message: { kind: 'forbidden', message: 'Only the sender can change a message' },
  not_your_comment: { kind: 'forbidden', message: 'Only the author can change a comment' },
  comment_not_allowed: { kind: 'forbidden', message: 'The author of this post has chosen who may comment' },
  not_your_post: { kind: 'forbidden', message: 'Only the author can delete a post' },
  media_expired: { kind: 'forbidden', message: 'This link has expired. Please reload the conversation' },
  origin_not_allowed: { kind: 'forbidden', message: 'This request came from another site' },

  not_found: { kind: 'not_found', message: 'There is nothing at this address' },
  member_not_found: { kind: 'not_found', message: 'Member not found' },
  not_shareable: { kind: 'forbidden', message: 'Posts of private accounts cannot be shared' },
  snapshot_expired: {
    kind: 'not_found',
    message: 'These suggestions are from some hours ago. Reload them to see new ones',
  },
  post_not_found: { kind: 'not_found', message: 'Post not found' },
  post_hidden: { kind: 'not_found', message: 'Moderators hide this post of yours until they have decided about it' },
  comment_not_found: { kind: 'not_found', message: 'Comment not found' },
  message_not_found: { kind: 'not_found', message: 'Message not found' },
  notification_not_found: { kind: 'not_found', message: 'Notification not found' },
  invite_not_found: { kind: 'not_found', message: 'There is no such invite' },
  export_not_found: { kind: 'not_found', message: 'This export is no longer there' },
  receipt_not_found: { kind: 'not_found', message: 'There is no such receipt' },
  report_not_found: { kind: 'not_found', message: 'Report not found' },
  session_not_found: { kind: 'not_found', message: 'Session not found' },
  passkey_not_found: { kind: 'not_found', message: 'Passkey not found' },
  media_not_found: { kind: 'not_found', message: 'Picture not found' },
  push_subscription_not_found: { kind: 'not_found', message: 'This device is not subscribed to pushes' },

  draft_limit_reached: { kind: 'conflict', message: 'You have reached the maximum number of drafts. Delete one first' },
  draft_changed: { kind: 'conflict', message: 'You have changed this draft on another device since' },
  exclusion_limit_reached: { kind: 'conflict', message: 'You have excluded the maximum number of people and tags' },
  folder_limit_reached: { kind: 'conflict', message: 'You have reached the maximum number of folders' },
  edited_elsewhere: { kind: 'conflict', message: 'You have edited this elsewhere. Please compare both texts' },
  already_appealed: { kind: 'conflict', message: 'You have already appealed against this decision' },
  legal_notice_changed: {
    kind: 'conflict',
    message: 'Another admin has published this text since you opened it. Please compare both',
  },
  report_closed: { kind: 'conflict', message: 'Somebody has decided on this report' },
  refusals_changed: { kind: 'conflict', message: 'Somebody else has changed this. Please load it again' },
  invite_limit_reached: { kind: 'conflict', message: 'There are 200 invites. Take one back first' },
  second_factor_on: { kind: 'conflict', message: 'Your account has an authenticator app already' },
  second_factor_off: { kind: 'conflict', message: 'Your account has no authenticator app' },
  passkey_limit_reached: { kind: 'conflict', message: 'You have reached the maximum number of passkeys' },
  last_admin: { kind: 'conflict', message: 'There must be an admin' },
  username_changed_recently: { kind: 'conflict', message: 'You can change your username once in 14 days' },
  already_taken: { kind: 'conflict', message: 'Already taken' },
  last_way_in: {
    kind: 'conflict',
    message: 'This is the only way into your account. Set a password or connect another provider first',
  },
  provider_taken: { kind: 'conflict', message: 'This account is already connected to another member' },
  key_reused: { kind: 'conflict', message: 'This idempotency key was already used for another request' },
  push_key_replaced: { kind: 'conflict', message: 'The key of this subscription was replaced. Please subscribe again' },
  follow_limit_reached: { kind: 'conflict', message: 'You have reached the maximum number of people you can follow' },
  block_limit_reached: { kind: 'conflict', message: 'You have reached the maximum number of people you can block' },
  mute_limit_reached: { kind: 'conflict', message: 'You have reached the maximum number of people you can mute' },
  content_mute_limit_reached: {
    kind: 'conflict',
    message: 'You have reached the maximum number of posts or tags you can mute',
  },
  privacy_exception_limit_reached: {
    kind: 'conflict',
    message: 'You have reached the maximum number of people you can make exceptions for',
  },
  reaction_limit_reached: {
    kind: 'conflict',
    message: 'You have reached the maximum number of reactions to this message',
  },

  group_full: { kind: 'conflict', message: 'A group can have at most 50 members' },
  group_limit_reached: { kind: 'conflict', message: 'You are in the maximum number of groups. Leave one first' },

  request_timeout: { kind: 'timed_out', message: 'The request took too long to arrive. Please try again' },
  host_not_served: {
    kind: 'misdirected',
    message: 'Meadow is not served at this address. To change that, set PUBLIC_URL to the address that people use',
  },

  too_large: { kind: 'too_large', message: 'This is too large' },
  animation_too_large: {
    kind: 'too_large',
    message: 'This animation has too many or too large frames. Please choose a shorter or smaller one',
  },
  unsupported_type: { kind: 'unsupported', message: 'This type of content is not accepted' },
  too_many_requests: { kind: 'too_many', message: 'Too many attempts. Please wait a little' },
  export_too_soon: { kind: 'too_many', message: 'You can ask for one export in 24 hours' },
  unexpected: { kind: 'unexpected', message: 'Something went wrong' },
  export_off: { kind: 'unavailable', message: 'This Meadow does not make exports. Please ask the people who run it' },
  mail_off: { kind: 'unavailable', message: 'This Meadow does not send mail. Please ask the people who run it' },
  unavailable: { kind: 'unavailable', message: 'Meadow is busy right now. Please try again' },
} as const satisfies Record<string, { kind: ErrorKind; message: string }>

export type ErrorCode = keyof typeof ERRORS

/** The way back into a deactivated account: a token for `POST /auth/account/restore`, and the time of its erasure; null for none. */
export type AccountRestore = { token: string; erasesAt: string | null }

/** The second step of a sign-in: the token for `POST /auth/second-factor`, which works until `expiresAt`. */
export type SecondFactorRequest = { token: string; expiresAt: string }

/** A token for `POST /auth/suspension/appeal`. */
export type AccountAppeal = { token: string }

/**
 * The body of every error response. `fields` and `fieldCodes` describe the invalid fields by name, `restore` comes with
 * `account_deactivated`, `secondFactor` with `second_factor_required`, and `appeal` with
 * `account_suspended` until the member has appealed. `draft`, or `messageDraft`, comes with `draft_changed`: the newer version, or null if
 * it was deleted.
 */
export type ErrorBody = {
  error: string
  code: ErrorCode
  requestId: string
  fields?: Record<string, string>
  fieldCodes?: Record<string, string>
  restore?: AccountRestore
  secondFactor?: SecondFactorRequest
  appeal?: AccountAppeal
  draft?: PostDraftView | null
  messageDraft?: MessageDraftView | null
}

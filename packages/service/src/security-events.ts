import type { Logger } from './logger.ts'

type SecurityEventDefinition = { level: 'info' | 'warn'; meaning: string; reasons: readonly string[] }

/**
 * All security events of the logs by name. Names and reasons are stable, because alerts search for them.
 * docs/security-events.md is generated from this table.
 */
export const SECURITY_EVENTS = {
  'auth.signed_in': {
    level: 'info',
    meaning: 'A member signed in',
    reasons: ['new_device', 'known_device', 'registration', 'provider', 'passkey', 'demo_account', 'restored'],
  },
  'auth.sign_in_failed': {
    level: 'warn',
    meaning: 'A sign-in was refused; without an actor if the name is unknown, and for `demo_account`',
    reasons: ['unknown_name', 'wrong_password', 'wrong_code', 'passkey', 'demo_account', 'deactivated', 'suspended'],
  },
  'auth.sign_in_throttled': {
    level: 'warn',
    meaning:
      'A sign-in was refused, because a limit of failed sign-ins is reached, which comes before the check of the password, or that of successful ones (`opened`), that of sign-ins through providers (`provider`), or that of wrong codes of a second factor (`second_factor`)',
    reasons: ['account_and_network', 'account', 'network', 'device', 'opened', 'provider', 'second_factor'],
  },
  'auth.registration_throttled': {
    level: 'warn',
    meaning: 'A registration was refused, because a limit of its network is reached',
    reasons: ['registrations', 'attempts'],
  },
  'auth.token_refused': {
    level: 'warn',
    meaning: 'An access token or a refresh cookie was refused. Access tokens that have expired are not reported',
    reasons: ['invalid_token', 'unknown_key', 'session_ended', 'invalid_cookie'],
  },
  'auth.origin_refused': {
    level: 'warn',
    meaning: 'A refresh, a sign-out or a demo sign-in was refused, because it came from a page of another site',
    reasons: [],
  },
  'auth.refresh_reused': {
    level: 'warn',
    meaning: 'A refresh cookie was used a second time, so it was probably stolen. Its session has ended',
    reasons: [],
  },
  'auth.session_ended': {
    level: 'info',
    meaning: 'A session ended; `session` is its id',
    reasons: ['signed_out', 'ended_by_member', 'refresh_reused', 'demo_closed', 'too_many'],
  },
  'auth.other_sessions_ended': {
    level: 'info',
    meaning:
      'All sessions of a member ended except one; `session` is its id. After `password_reset`, `second_factor_removed`, `account_deactivated`, `account_suspended` and `role_changed` no session has it',
    reasons: [
      'ended_by_member',
      'password_changed',
      'password_reset',
      'second_factor_removed',
      'account_deactivated',
      'account_suspended',
      'role_changed',
    ],
  },
  'auth.role_changed': {
    level: 'info',
    meaning: 'A member got another role, which is the reason; `actor` is the member',
    reasons: ['member', 'moderator', 'admin'],
  },
  'auth.invite_created': { level: 'info', meaning: 'An admin created an invite', reasons: [] },
  'auth.invite_revoked': { level: 'info', meaning: 'An admin took an invite back', reasons: [] },
  'auth.refusals_changed': {
    level: 'info',
    meaning: 'An admin changed what the installation refuses: words, e-mail domains or addresses',
    reasons: [],
  },
  'auth.password_changed': { level: 'info', meaning: 'A member changed the password', reasons: [] },
  'auth.password_change_refused': {
    level: 'warn',
    meaning: 'A change of the password was refused, because the current password was wrong',
    reasons: ['wrong_password', 'throttled'],
  },
  'auth.reauthenticated': {
    level: 'info',
    meaning:
      'A member confirmed by the password, by a mailed code or by a passkey who it is, before something that cannot be undone',
    reasons: ['password', 'code', 'passkey'],
  },
  'auth.reauthentication_refused': {
    level: 'warn',
    meaning:
      'A member could not confirm who it is: the password or the mailed code was wrong, or the passkey was refused',
    reasons: ['wrong_password', 'wrong_code', 'passkey', 'throttled'],
  },
  'auth.sessions_end_refused': {
    level: 'warn',
    meaning: 'The end of all other sessions was refused, because the password or the proof was wrong',
    reasons: ['wrong_password', 'wrong_proof', 'throttled'],
  },
  'auth.second_factor_changed': {
    level: 'info',
    meaning:
      'A member turned the authenticator app on or off, or got new recovery codes; or an operator turned it off by `npm run second-factor`',
    reasons: ['totp_on', 'totp_off', 'recovery_codes', 'removed_by_operator'],
  },
  'auth.second_factor_change_refused': {
    level: 'warn',
    meaning: 'A change of the second factor was refused, because the password, the proof or the first code was wrong',
    reasons: ['wrong_password', 'wrong_proof', 'wrong_code', 'throttled'],
  },
  'auth.passkey_added': { level: 'info', meaning: 'A member added a passkey, which signs in from now on', reasons: [] },
  'auth.passkey_removed': { level: 'info', meaning: 'A member removed a passkey', reasons: [] },
  'auth.passkey_change_refused': {
    level: 'warn',
    meaning: 'A passkey was not added or removed, because the password or the proof was wrong',
    reasons: ['wrong_password', 'wrong_proof', 'throttled'],
  },
  'auth.recovery_code_used': {
    level: 'info',
    meaning: 'A member signed in with a recovery code, which cannot be used again',
    reasons: [],
  },
  'auth.password_reset': {
    level: 'info',
    meaning: 'A new password was set by the link of a mail, and all sessions of the member ended',
    reasons: [],
  },
  'auth.account_deactivated': {
    level: 'info',
    meaning: 'A member deactivated the account, or deleted it: then it is erased after 14 days',
    reasons: ['deactivated', 'deleted'],
  },
  'auth.account_deactivation_refused': {
    level: 'warn',
    meaning: 'A deactivation or deletion of an account was refused, because the password or the proof was wrong',
    reasons: ['wrong_password', 'wrong_proof', 'throttled'],
  },
  'auth.data_exported': {
    level: 'info',
    meaning: 'A member asked for an export of their data, or created the address at which it can be downloaded',
    reasons: ['requested', 'link_created'],
  },
  'auth.email_verified': {
    level: 'info',
    meaning: 'A member proved the e-mail address of the account by the link of a mail',
    reasons: [],
  },
  'auth.email_change_requested': {
    level: 'info',
    meaning: 'A member asked for a change of the e-mail address, with the password or a proof',
    reasons: [],
  },
  'auth.email_change_refused': {
    level: 'warn',
    meaning:
      'A change of the e-mail address was refused, because the password or the proof was wrong, or by the link of the mail to the old address (`by_mail`)',
    reasons: ['wrong_password', 'wrong_proof', 'throttled', 'by_mail'],
  },
  'auth.email_changed': {
    level: 'info',
    meaning: 'The e-mail address of a member changed, after the links to it were used',
    reasons: [],
  },
  'auth.mail_requested': {
    level: 'info',
    meaning:
      'Somebody asked for a mail by an address, of which the log does not say if an account has it; or, with an actor, a member for the own one',
    reasons: ['reset_password', 'verify_email', 'reauthenticate'],
  },
  'auth.mail_request_throttled': {
    level: 'warn',
    meaning: 'A request for a mail, or the use of its link, was refused, because a limit is reached',
    reasons: ['address', 'network', 'links'],
  },
  'auth.mail_link_refused': {
    level: 'warn',
    meaning:
      'The link of a mail was refused: it is unknown, was used, has expired, or is for another purpose or member',
    reasons: ['reset_password', 'verify_email', 'change_email'],
  },
  'auth.oauth_refused': {
    level: 'warn',
    meaning:
      'A sign-in through a provider was refused: its state or one-time code is unknown, was used, has expired or belongs to another browser or provider (`state`, `code`), the provider failed or its answer is not valid (`provider`), or the account of the provider, or its address, belongs to another member (`taken`)',
    reasons: ['state', 'code', 'provider', 'taken'],
  },
  'auth.provider_connected': {
    level: 'info',
    meaning: 'A provider was connected to an account, which it signs in to from now on',
    reasons: [],
  },
  'auth.provider_disconnected': { level: 'info', meaning: 'A member disconnected a provider', reasons: [] },
  'auth.provider_disconnect_refused': {
    level: 'warn',
    meaning: 'A provider was not disconnected, because the password or the proof was wrong',
    reasons: ['wrong_password', 'wrong_proof', 'throttled'],
  },
  'auth.signing_key_changed': {
    level: 'info',
    meaning:
      'A key of access tokens is published, signs from now on, or was removed; `key` is its id. Each instance reports it',
    reasons: ['published', 'in_use', 'removed'],
  },
  'gateway.request_throttled': {
    level: 'warn',
    meaning: 'A request was refused, because the rate limit of its member or network is reached',
    reasons: ['member_calls', 'network_calls', 'network_requests', 'network_handshakes'],
  },
  'gateway.connection_refused': {
    level: 'warn',
    meaning: 'A connection was refused, because the limit of connections is reached',
    reasons: ['total', 'network'],
  },
  'gateway.host_refused': {
    level: 'warn',
    meaning: 'A request for a host that this installation does not serve, or with a malformed host, was refused',
    reasons: [],
  },
  'socket.token_refused': {
    level: 'warn',
    meaning: 'The access token of a socket was refused. Tokens that have expired are not reported',
    reasons: ['invalid_token', 'session_ended'],
  },
  'socket.origin_refused': { level: 'warn', meaning: 'A socket of another origin was refused', reasons: [] },
  'socket.closed_too_fast': {
    level: 'warn',
    meaning: 'A socket was closed, because it, its member or its network sent more than the limit',
    reasons: [],
  },
  'socket.closed_hostile': {
    level: 'warn',
    meaning: 'A socket was closed, because it sent what no client of the product sends',
    reasons: ['too_large', 'too_deep', 'too_early', 'too_invalid'],
  },
  'push.member_refused': {
    level: 'warn',
    meaning: 'A push subscription was refused, because its caller named another member',
    reasons: [],
  },
} as const satisfies Record<string, SecurityEventDefinition>

type SecurityEventName = keyof typeof SECURITY_EVENTS

/** The reason of an event that has reasons. */
type SecurityEventReason<Name extends SecurityEventName> = (typeof SECURITY_EVENTS)[Name]['reasons'] extends readonly []
  ? { reason?: never }
  : { reason: (typeof SECURITY_EVENTS)[Name]['reasons'][number] }

/** Fields of the log line. There is none for names, e-mail addresses or other text of members. */
type SecurityEventFields<Name extends SecurityEventName> = {
  event: Name
  /** The id of the member who acted, or whose account was the target. */
  actor?: string | undefined
  /** The network prefix of the client: `toNetworkPrefix` of its address. */
  network?: string | undefined
  session?: string | undefined
  /** The id of a signing key. */
  key?: string | undefined
}

/** A security event. `reason` is one of those in `SECURITY_EVENTS`. */
export type SecurityEvent = {
  [Name in SecurityEventName]: SecurityEventFields<Name> & SecurityEventReason<Name>
}[SecurityEventName]

/** Logs a security event as one line with the stable field `event`. */
export function logSecurityEvent(log: Logger, event: SecurityEvent): void {
  log[SECURITY_EVENTS[event.event].level](event, 'security event')
}

import { createPostgresOwnDataReader } from '@meadow/members'
import type { Queryable } from '@meadow/storage'

/** Creates the reader of what auth holds about a member. */
export const createPostgresAuthData = (db: Queryable) =>
  createPostgresOwnDataReader(db, {
    account: {
      from: 'accounts where id = $1',
      since: 'created_at',
      key: 'id',
      select: `username, full_name as name, email, email_verified as "emailVerified", pending_email as "pendingEmail", role, plan,
        created_at as "registeredAt", suspended_at as "suspendedAt", suspended_until as "suspendedUntil"`,
    },
    formerUsernames: {
      from: 'former_usernames where account_id = $1',
      key: 'username',
      select: 'username, kept_until as "keptUntil"',
    },
    sessions: {
      from: 'sessions where account_id = $1',
      since: 'created_at',
      key: 'id',
      select: 'device, created_at as "signedInAt", expires_at as "expiresAt", ended_at as "endedAt"',
    },
    devices: {
      from: 'known_devices where account_id = $1',
      key: "encode(id_hash, 'hex')",
      select: 'last_used_at as "lastUsedAt"',
    },
    authenticatorApps: {
      from: 'totp_secrets where account_id = $1 and confirmed_at is not null',
      since: 'created_at',
      key: 'account_id',
      select: 'confirmed_at as "turnedOnAt"',
    },
    passkeys: {
      from: 'passkeys where account_id = $1',
      since: 'created_at',
      key: 'id',
      select: 'name, created_at as "createdAt", last_used_at as "lastUsedAt"',
    },
    providers: {
      from: 'oauth_identities where account_id = $1',
      since: 'connected_at',
      key: 'provider',
      select: 'provider, email, connected_at as "connectedAt"',
    },
    invites: {
      from: 'invites where created_by = $1',
      since: 'created_at',
      key: 'id',
      select: 'note, max_uses as "maxUses", uses, created_at as "createdAt", expires_at as "expiresAt"',
    },
    mails: {
      from: 'mails where account_id = $1',
      since: 'requested_at',
      key: 'reason',
      select: 'kind, recipient, requested_at as "requestedAt", sent_at as "sentAt"',
    },
  })

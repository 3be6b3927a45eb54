import { createHash, randomBytes } from 'node:crypto'
import type { CallResponse, calls } from '@meadow/contracts'

/** An invite of an admin. `createdBy` is the username of the admin. Only the hash of its token is stored. */
export type Invite = {
  _id: string
  note: string
  maxUses: number
  uses: number
  createdBy: string
  createdAt: Date
  expiresAt: Date
}

export type NewInvite = Omit<Invite, 'createdBy' | 'uses'> & { tokenHash: Buffer; accountId: string }

const DAY_MS = 86_400_000
/** The list of invites has no pages, so there is a limit. */
export const MAX_INVITES = 200

/** Hashes the token of an invite. Any text has a hash, so that a malformed token is just an unknown one. */
export const hashInviteToken = (token: string): Buffer => createHash('sha256').update(token).digest()

/** Creates an invite and its token of 32 random bytes, which only the response contains. */
export function createInvite(
  { note, maxUses, days }: { note: string; maxUses: number; days: number },
  { id, accountId, now }: { id: string; accountId: string; now: Date },
): { invite: NewInvite; token: string } {
  const token = randomBytes(32).toString('base64url')
  const expiresAt = new Date(now.getTime() + days * DAY_MS)
  return {
    invite: { _id: id, tokenHash: hashInviteToken(token), note, maxUses, accountId, createdAt: now, expiresAt },
    token,
  }
}

/** Decides whether one more account may register with an invite at the time `now`. */
export const isInviteUsable = (
  { uses, maxUses, expiresAt }: Pick<Invite, 'uses' | 'maxUses' | 'expiresAt'>,
  now: Date,
): boolean => uses < maxUses && expiresAt > now

/** Returns the rule of `isInviteUsable` as an SQL condition on a row of `invites`. `now` is a parameter. */
export const inviteUsableSql = (now: string): string => `(uses < max_uses and expires_at > ${now})`

export const toInviteView = (
  { _id, note, maxUses, uses, createdBy, createdAt, expiresAt }: Invite,
  now: Date,
): CallResponse<typeof calls.listInvites>['invites'][number] => ({
  _id,
  note,
  maxUses,
  uses,
  createdBy,
  createdAt: createdAt.toISOString(),
  expiresAt: expiresAt.toISOString(),
  isUsable: isInviteUsable({ uses, maxUses, expiresAt }, now),
})

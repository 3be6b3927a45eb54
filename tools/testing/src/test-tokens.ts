import { generateKeyPairSync, type KeyObject, randomUUID } from 'node:crypto'
import type { EndedMemberSessions } from '@meadow/contracts'
import {
  type Claims,
  createRecentlyEndedSessions,
  createVerifier,
  type EndedSessionsNotice,
  TOKEN_AUDIENCE,
  TOKEN_ISSUER,
  type Verifier,
} from '@meadow/service'
import jwt from 'jsonwebtoken'

type Member = { _id: string; username: string; fullName: string; avatar?: string }
type Options = { sid?: string; role?: Claims['role']; issuedAt?: Date; expiresAt?: Date }

export type TestTokens = {
  verifier: Verifier
  publicKey: KeyObject
  /** Signs an access token as auth does. Each token has its own session by default. */
  tokenFor(member: Member, options?: Options): string
  endSession(sid: string): void
  /** Ends all sessions of a member that started before a time, except one. */
  endSessions(notice: EndedMemberSessions): void
  /** Calls `listener` with the sessions that end. */
  onEnded(listener: (notice: EndedSessionsNotice) => void): Disposable
}

const TOKEN_LIFETIME_MS = 15 * 60_000

/** Creates tokens that `verifier` accepts, with a new key pair instead of auth's. */
export function createTestTokens({ now = () => new Date() }: { now?: () => Date } = {}): TestTokens {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const kid = randomUUID()
  const ended = createRecentlyEndedSessions({ retentionMs: Number.POSITIVE_INFINITY, now })
  const listeners = new Set<(notice: EndedSessionsNotice) => void>()
  const publish = (notice: EndedSessionsNotice) => {
    ended.add(notice)
    for (const listener of listeners) listener(notice)
  }
  const keys = { find: async (wanted: string) => (wanted === kid ? publicKey : undefined) }

  return {
    verifier: createVerifier({ keys, ended, now }),
    publicKey,
    endSession: (sid) => publish({ _id: sid, endedAt: now().toISOString() }),
    endSessions: publish,
    onEnded(listener) {
      listeners.add(listener)
      return { [Symbol.dispose]: () => void listeners.delete(listener) }
    },
    tokenFor(member, { sid = randomUUID(), role = 'member', issuedAt = now(), expiresAt } = {}) {
      const claims: Claims = {
        sub: member._id,
        sid,
        username: member.username,
        name: member.fullName,
        picture: member.avatar ?? '',
        role,
        iat: Math.floor(issuedAt.getTime() / 1000),
        exp: Math.floor((expiresAt?.getTime() ?? issuedAt.getTime() + TOKEN_LIFETIME_MS) / 1000),
      }
      return jwt.sign(claims, privateKey, {
        algorithm: 'ES256',
        keyid: kid,
        issuer: TOKEN_ISSUER,
        audience: TOKEN_AUDIENCE,
      })
    },
  }
}

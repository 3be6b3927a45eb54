import type { EndedMemberSessions, EndedSession } from '@meadow/contracts'
import { toLowestId } from '../ids.ts'

/** One ended session, or the end of many sessions of a member. */
export type EndedSessionsNotice = EndedSession | EndedMemberSessions

/** The member and the session of an access token. */
export type TokenSession = { sub: string; sid: string }

/** Returns true if the session is among those that ended. Its id tells when it started (UUIDv7). */
export function isEndedBy({ sub, sid }: TokenSession, notice: EndedSessionsNotice): boolean {
  if ('_id' in notice) return notice._id === sid
  const { memberId, startedBefore, exceptSessionId } = notice
  return memberId === sub && sid !== exceptSessionId && sid < toLowestId(new Date(startedBefore))
}

export type RecentlyEndedSessions = {
  /** Adds a notice. Returns false if it, or one that covers it, is known already. */
  add(notice: EndedSessionsNotice): boolean
  has(session: TokenSession): boolean
  list(): EndedSessionsNotice[]
}

/**
 * Creates the list of sessions that ended in the last `retentionMs`, with one entry for all sessions that a member ended
 * together. A member's latest such notice covers the earlier ones: it is made by a session that they left open.
 */
export function createRecentlyEndedSessions({
  retentionMs,
  now,
}: {
  retentionMs: number
  now: () => Date
}): RecentlyEndedSessions {
  // In the order in which they were added, which is nearly that of `endedAt`.
  const sessions = new Map<string, EndedSession>()
  const members = new Map<string, EndedMemberSessions>()

  function forgetOldOnes(notices: Map<string, { endedAt: string }>) {
    const oldest = now().getTime() - retentionMs
    for (const [key, { endedAt }] of notices) {
      if (Date.parse(endedAt) >= oldest) return
      notices.delete(key)
    }
  }

  return {
    add(notice) {
      forgetOldOnes(sessions)
      forgetOldOnes(members)
      if ('_id' in notice) {
        const isNew = !sessions.has(notice._id)
        if (isNew) sessions.set(notice._id, notice)
        return isNew
      }
      const known = members.get(notice.memberId)
      if (known && Date.parse(known.startedBefore) >= Date.parse(notice.startedBefore)) return false
      members.delete(notice.memberId) // to the end
      members.set(notice.memberId, notice)
      return true
    },
    has(session) {
      const ended = members.get(session.sub)
      return sessions.has(session.sid) || (ended !== undefined && isEndedBy(session, ended))
    },
    list: () => [...sessions.values(), ...members.values()],
  }
}

import * as z from 'zod'
import { Id, Timestamp } from '../text.ts'

/** One session that ended. */
export const EndedSession = z.object({ _id: Id, endedAt: Timestamp })
export type EndedSession = z.infer<typeof EndedSession>

/** All sessions of a member that started before a time have ended, except one. */
export const EndedMemberSessions = z.object({
  memberId: Id,
  startedBefore: Timestamp,
  exceptSessionId: Id.nullable(),
  endedAt: Timestamp,
})
export type EndedMemberSessions = z.infer<typeof EndedMemberSessions>

/** A message of auth to token verifiers, sent at once by pub/sub. */
export const EndedSessionsMessage = z.union([EndedSession, EndedMemberSessions])

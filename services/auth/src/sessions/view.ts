import type { Answer, calls } from '@meadow/contracts'
import type { Session } from './session.ts'

type SessionView = Answer<typeof calls.listSessions>['sessions'][number]

/** A session as its member sees it from the session `currentId`. */
export const toSessionView = (
  { _id, device, createdAt, rotatedAt = createdAt }: Session,
  currentId: string,
): SessionView => ({
  _id,
  device,
  createdAt: createdAt.toISOString(),
  lastUsedAt: rotatedAt.toISOString(),
  current: _id === currentId,
})

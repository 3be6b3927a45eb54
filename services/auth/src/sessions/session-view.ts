import type { CallResponse, calls } from '@meadow/contracts'
import type { Session } from './session.ts'

type SessionView = CallResponse<typeof calls.listSessions>['sessions'][number]

/** Converts a session to its view; `currentId` is the session of the caller. */
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

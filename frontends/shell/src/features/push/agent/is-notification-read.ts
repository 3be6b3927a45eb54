import type { ServerToClientEvents } from '@meadow/contracts/browser'
import type { ShownPush } from '../../../service-worker/push/push-payload.ts'

const ALERTS_PATH = '/alert'

/** Read content: notifications or messages on another device, or the content of the page at a path. */
export type ReadPart =
  | ServerToClientEvents['notificationRead']
  | Pick<ServerToClientEvents['messageRead'], 'userId'>
  | { pathname: string }

/** Returns true if the notification of a push is about what was read. A test is about nothing. */
export function isNotificationRead({ type, id, userId, path, at }: ShownPush, read: ReadPart): boolean {
  if (type === 'test') return false
  if ('pathname' in read) return path === read.pathname || (type !== 'message' && read.pathname === ALERTS_PATH)
  if ('userId' in read) return type === 'message' && userId === read.userId
  if ('ids' in read) return type !== 'message' && read.ids.includes(id)
  return type !== 'message' && read.types.includes(type) && Date.parse(at) <= Date.parse(read.before)
}

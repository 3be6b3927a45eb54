import { cutText } from '@meadow/contracts/visible-text'
import { toOwnPath } from './own-path.ts'
import { type ClosingPush, PUSH_ACTIONS, SHOWN_PUSH_TYPES, type ShownPush } from './push-payload.ts'

const MAX_TEXT_LENGTH = 500
const MAX_TAGS = 100

/**
 * Reads the data of a push. Returns undefined if this worker does not know its version or type, or if it is not well formed:
 * something has happened, but not what it says. A `path` or `icon` of another origin is not well formed.
 */
export function readPushPayload(value: unknown, origin: string): ShownPush | ClosingPush | undefined {
  if (typeof value !== 'object' || value === null) return undefined
  const data = value as Record<string, unknown>
  if (data['version'] !== 1) return undefined
  const memberId = readText(data['memberId'])
  const at = readTime(data['at'])
  if (!memberId || !at) return undefined
  const header = { version: 1, memberId, at } as const
  if (data['type'] === 'close') {
    const tags = readTexts(data['tags'])?.slice(0, MAX_TAGS)
    return tags && tags.length > 0 ? { ...header, type: 'close', tags } : undefined
  }
  const notification = readNotification(data, origin)
  return notification && { ...header, ...notification }
}

function readNotification(
  data: Record<string, unknown>,
  origin: string,
): Omit<ShownPush, 'version' | 'memberId' | 'at'> | undefined {
  const type = SHOWN_PUSH_TYPES.find((known) => known === data['type'])
  const [tag, title, body, id] = [data['tag'], data['title'], data['body'], data['id']].map(readText)
  const path = toOwnPath(readText(data['path']) ?? '', origin)
  const icon = data['icon'] === '' ? '' : toOwnPath(readText(data['icon']) ?? '', origin)
  const actions = readTexts(data['actions'])
  const commentId = readText(data['commentId'])
  if (!type || !path || !tag || !title || !id) return undefined
  if (body === undefined || icon === undefined || !actions) return undefined
  return {
    type,
    tag,
    title,
    body,
    path,
    icon,
    id,
    userId: readText(data['userId']) ?? null,
    postId: readText(data['postId']) ?? null,
    ...(commentId && { commentId }),
    hideText: data['hideText'] !== false, // in doubt a text stays hidden
    actions: PUSH_ACTIONS.filter((action) => actions.includes(action)),
  }
}

const readText = (value: unknown): string | undefined =>
  typeof value === 'string' ? cutText(value, MAX_TEXT_LENGTH) : undefined

const readTexts = (value: unknown): string[] | undefined =>
  Array.isArray(value) && value.every((item) => typeof item === 'string') ? value : undefined

const readTime = (value: unknown): string | undefined =>
  typeof value === 'string' && Number.isFinite(Date.parse(value)) ? value : undefined

import type { MessageView } from '@meadow/contracts/browser'
import type { ShownPush } from './push-payload.ts'
import type { PushWorkerDeps } from './push-worker-deps.ts'
import { t } from './texts.ts'

/** A browser shows a notification of its own if ours comes too late. */
const TIMEOUT_MS = 4_000

/**
 * Fetches the text of the newest message in the conversation of a push. Returns undefined if it is not from the other member,
 * was deleted, or cannot be fetched in time.
 */
export async function fetchMessageText(
  { callApi }: Pick<PushWorkerDeps, 'callApi'>,
  { userId }: ShownPush,
): Promise<string | undefined> {
  if (!userId) return undefined
  const { promise: isTooLate, resolve: giveUp } = Promise.withResolvers<undefined>()
  const timer = setTimeout(giveUp, TIMEOUT_MS, undefined)
  const response = callApi('GET', `/messages/${encodeURIComponent(userId)}?limit=1`).catch(() => undefined)
  const newest = (
    (await Promise.race([response, isTooLate])) as { messages?: MessageView[] } | undefined
  )?.messages?.at(-1)
  clearTimeout(timer)
  if (newest?.sender._id !== userId || newest.deletedAt) return undefined
  if (newest.messageType === 'voice') return t('push.voice')
  if (newest.messageType === 'video') return t('push.video')
  return newest.content || (newest.messageType === 'image' ? t('push.picture') : undefined)
}

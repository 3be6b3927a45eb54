import type { BackgroundTask, Logger } from '@meadow/service'
import { sleep } from '@meadow/storage'
import type { Push } from '../../realtime/push/push-bus.ts'
import type { ChangedMessage, MessageChange, MessageChangePlan, MessageChangeRule } from '../change-message.ts'
import { listUnreadRecipients, messageDeletionRule } from '../delete/delete-message.ts'
import { isExpired } from '../hidden-message.ts'
import { getRecipient, listParticipants } from '../message.ts'

/** Reads expire at once. The stored content follows within this time, and that of a batch. */
const POLL_INTERVAL_MS = 5_000

/** Each message is a transaction of its own, so that its conversation waits for one of them at most. */
const BATCH_SIZE = 100

/** A message that has disappeared, and whose content is still stored. */
type ExpiredMessage = { messageId: string; senderId: string }

export type MessageExpiryStore = {
  /** Returns messages that had disappeared by `at`, those that have waited longest first. */
  listExpired(at: Date, limit: number): Promise<ExpiredMessage[]>
  /** Removes the content of a message that has disappeared, as its deletion would. @throws message_not_found */
  expire(expiry: MessageChange): Promise<ChangedMessage>
}

/** The rule of a message that disappears. It no longer counts as unread; replies and the root of its thread show that it is gone. */
export const messageExpiryRule: MessageChangeRule<MessageChange, MessageChangePlan> = {
  changesHidden: true,
  plan(message, { at }) {
    if (message.deletedAt || !isExpired(message, at)) return undefined
    const of = listUnreadRecipients(message)
    return { shownBy: { threadId: message.threadId }, ...(of.length > 0 && { unread: { of, by: -1 } }) }
  },
  createEvent: messageDeletionRule.createEvent,
}

export type MessageExpiryDeps = {
  expiry: MessageExpiryStore
  push: Push
  /** Starts the removal of queued media files. */
  wakeMediaCleanup: () => void
  log: Logger
  now: () => Date
  newId: (at: Date) => string
}

/** Removes the content of all messages that have disappeared. One that fails stays for the next run. */
async function expireMessages(deps: MessageExpiryDeps, signal: AbortSignal): Promise<void> {
  const { expiry, log, now } = deps
  for (let hasMore = true; hasMore && !signal.aborted; ) {
    const expired = await expiry.listExpired(now(), BATCH_SIZE)
    let removed = 0
    for (const message of expired) {
      if (signal.aborted) return
      await expireMessage(deps, message).then(
        () => (removed += 1),
        (error) =>
          log.warn({ err: error, messageId: message.messageId }, 'failed to remove an expired message, will retry'),
      )
    }
    hasMore = expired.length === BATCH_SIZE && removed > 0
  }
}

/** Removes the content of one message, and pushes that to all devices of both members, also across a block. */
async function expireMessage(
  { expiry, push, wakeMediaCleanup, now, newId }: MessageExpiryDeps,
  { messageId, senderId }: ExpiredMessage,
): Promise<void> {
  const at = now()
  const by = { _id: senderId, username: '', fullName: '', avatar: '', profileVersion: 0 }
  const { isChanged, before, message, totals } = await expiry.expire({ messageId, by, at, eventId: newId(at) })
  if (!isChanged) return
  if (before.pictures.length > 0 || before.voice || before.video) wakeMediaCleanup()
  for (const [member, userId] of listParticipants(message))
    push({ to: { member }, name: 'messageDeleted', payload: { messageId, userId, rev: message.rev, isHidden: true } })
  const recipientId = getRecipient(message)._id
  const unread = totals.get(recipientId)
  if (unread && listUnreadRecipients(before).includes(recipientId))
    push({ to: { member: recipientId }, name: 'unread', payload: unread })
}

/** Creates the task that removes the content of messages at the time at which they disappear. */
export function createMessageExpiryTask(deps: MessageExpiryDeps): BackgroundTask {
  let stopping = new AbortController()
  let running = Promise.resolve()

  async function run(): Promise<void> {
    while (!stopping.signal.aborted) {
      await expireMessages(deps, stopping.signal).catch((error) =>
        deps.log.warn({ err: error }, 'failed to find expired messages, will retry'),
      )
      await sleep(POLL_INTERVAL_MS, stopping.signal)
    }
  }

  return {
    name: 'message expiry',
    async start() {
      stopping = new AbortController()
      running = run()
    },
    async stop() {
      stopping.abort()
      await running
    },
  }
}

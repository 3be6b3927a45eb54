import type { BackgroundTask, Logger } from '@meadow/service'
import { createPollingTask } from '@meadow/storage'
import type { Push } from '../../realtime/push/push-bus.ts'
import type { ChangedMessage, MessageChange, MessageChangePlan, MessageChangeRule } from '../change-message.ts'
import { listUnreadRecipients, messageDeletionRule } from '../delete/delete-message.ts'
import { isExpired } from '../hidden-message.ts'
import { getRecipient, listParticipants } from '../message.ts'

/** A message is not shown from the moment at which it disappears. Its stored content is removed within this time, and that of a batch. */
const POLL_INTERVAL_MS = 5_000

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

/** Removes the content of all messages that have disappeared. What fails is left to the next run, and keeps no other message waiting. */
async function expireMessages(deps: MessageExpiryDeps, signal: AbortSignal): Promise<void> {
  const { expiry, log, now } = deps
  const left = new Set<string>()
  for (let hasMore = true; hasMore; ) {
    const listed = await expiry.listExpired(now(), BATCH_SIZE + left.size)
    const expired = listed.filter(({ messageId }) => !left.has(messageId))
    for (const message of expired) {
      if (signal.aborted) return
      const { messageId } = message
      const isRemoved = await expireMessage(deps, message).catch((error) => {
        log.warn({ err: error, messageId }, 'failed to remove an expired message, will retry')
        return false
      })
      if (!isRemoved) left.add(messageId)
    }
    hasMore = expired.length >= BATCH_SIZE
  }
}

/**
 * Removes the content of one message, and pushes that to all devices of both members, also across a block. Returns false if there is
 * nothing to remove. Each message is a transaction of its own, so that its conversation waits for one of them at most.
 */
async function expireMessage(
  { expiry, push, wakeMediaCleanup, now, newId }: MessageExpiryDeps,
  { messageId, senderId }: ExpiredMessage,
): Promise<boolean> {
  const at = now()
  const by = { _id: senderId, username: '', fullName: '', avatar: '', profileVersion: 0 }
  const { isChanged, before, message, totals } = await expiry.expire({ messageId, by, at, eventId: newId(at) })
  if (!isChanged) return false
  if (before.pictures.length > 0 || before.voice || before.video) wakeMediaCleanup()
  for (const [member, userId] of listParticipants(message))
    push({ to: { member }, name: 'messageDeleted', payload: { messageId, userId, rev: message.rev, isHidden: true } })
  const recipientId = getRecipient(message)._id
  const unread = totals.get(recipientId)
  if (unread && listUnreadRecipients(before).includes(recipientId))
    push({ to: { member: recipientId }, name: 'unread', payload: unread })
  return true
}

/** Creates the task that removes the content of messages soon after they have disappeared. */
export const createMessageExpiryTask = (deps: MessageExpiryDeps): BackgroundTask =>
  createPollingTask({
    name: 'message expiry',
    intervalMs: POLL_INTERVAL_MS,
    run: (signal) => expireMessages(deps, signal),
    failure: 'failed to find expired messages, will retry',
    log: deps.log,
  })

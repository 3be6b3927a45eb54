import {
  createOutboxDrain,
  createOutboxStore,
  type NewOutboxEntry,
  openOutboxChannel,
  type SendOutboxRequest,
} from '@meadow/outbox/engine'
import type { ApiResponse } from '../api/call-types.ts'
import { sendRequest } from '../api/send-request.ts'
import { DEVICE_MEMBER_KEY, openMemberDatabase } from '../page/member-database.ts'
import { withTabLock } from '../session/tab-lock.ts'
import { createApiOutboxSender, createMemberOutboxStorage, type OutboxTokens } from './api-outbox-sender.ts'

// The outbox without a page, for the service worker.

export {
  createNewOutboxEntry,
  type NewOutboxEntry,
  OUTBOX_SYNC_TAG,
  type OutboxPlan,
  type OutboxReference,
  type OutboxRequest,
} from '@meadow/outbox/engine'

/** Returns the id of the member of this device; undefined after a sign-out, or if the browser forbids IndexedDB. */
export async function readDeviceMemberId(): Promise<string | undefined> {
  try {
    return (await (await openMemberDatabase()).get('member', DEVICE_MEMBER_KEY))?.memberId
  } catch {
    return undefined
  }
}

/** Creates a sender for the service worker: it renews its access token by the refresh cookie. */
export const createWorkerOutboxSender = (): SendOutboxRequest => createApiOutboxSender(createWorkerTokens())

/** Adds an action to the outbox of a member, for example one from a notification. It is not sent before the next drain. */
export async function addOutboxEntry(entry: NewOutboxEntry): Promise<void> {
  const { memberId, replaceKey } = entry
  await createOutboxStore(createMemberOutboxStorage(), memberId).add({ replaceKey, planEntry: () => entry })
  const channel = openOutboxChannel()
  channel.post({ type: 'changed', memberId })
  channel.close()
}

/** The longest time for which a drain waits for what is held. */
const MAX_HELD_MS = 10_000
/** A page that is open sends what was held; the drain comes after it. */
const PAGE_HEAD_START_MS = 1_000

type DrainOutboxOptions = { memberId: string; sendRequest: SendOutboxRequest }

/**
 * Sends the outbox of a member without a page, and tells all pages. Waits for what is held for a short time. Returns true if nothing is left that must be repeated
 * later; after false, Background Sync calls again.
 */
export async function drainOutbox({ memberId, sendRequest }: DrainOutboxOptions): Promise<boolean> {
  const channel = openOutboxChannel()
  let heldMs = 0
  const drain = createOutboxDrain({
    store: createOutboxStore(createMemberOutboxStorage(), memberId),
    sendRequest,
    withLock: withTabLock,
    onHeld(remainingMs) {
      heldMs = Math.max(heldMs, remainingMs)
    },
    listener: {
      onSent: (entry, response) => channel.post({ type: 'sent', entry: { ...entry, files: [] }, response }),
      onRefused: () => channel.post({ type: 'changed', memberId }),
    },
  })
  try {
    const isDone = await drain()
    if (heldMs === 0 || heldMs > MAX_HELD_MS) return isDone
    await new Promise((resolve) => setTimeout(resolve, heldMs + PAGE_HEAD_START_MS))
    return await drain()
  } finally {
    channel.post({ type: 'changed', memberId })
    channel.close()
  }
}

/**
 * Creates the tokens of a service worker, which cannot read those of the pages. It renews them by the refresh cookie, under
 * the lock of the pages, and only while the member of this device is the one of the entries.
 */
function createWorkerTokens(): OutboxTokens {
  let current: { memberId: string; token: string } | undefined
  let renewal: { memberId: string; token: Promise<string | undefined> } | undefined

  /** Calls at the same time share one renewal. */
  const renew = (memberId: string): Promise<string | undefined> => {
    if (renewal?.memberId === memberId) return renewal.token
    const token = renewUnderLock(memberId).finally(() => {
      renewal = undefined
    })
    renewal = { memberId, token }
    return token
  }
  const renewUnderLock = (memberId: string) =>
    withTabLock('meadow-renewal', async () => {
      current = undefined
      if ((await readDeviceMemberId()) !== memberId) return undefined
      const response = await sendRequest({ method: 'POST', path: '/auth/refresh' })
      const { token, user } = response as ApiResponse<'POST /auth/refresh'>
      if (user._id !== memberId || (await readDeviceMemberId()) !== memberId) return undefined
      current = { memberId, token }
      return token
    })
  return {
    read: (memberId) => (current?.memberId === memberId ? current.token : renew(memberId)),
    recover: async ({ code }, _rejected, memberId) =>
      code === 'token_expired' || code === 'token_missing' || code === 'token_invalid' ? renew(memberId) : undefined,
  }
}

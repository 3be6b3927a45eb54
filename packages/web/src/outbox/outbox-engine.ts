import { DEVICE_MEMBER_KEY, openMemberDatabase } from '../page/member-database.ts'
import { createApiOutboxSender } from './api-outbox-sender.ts'
import type { NewOutboxEntry } from './create-outbox-entry.ts'
import { createOutboxDrain } from './drain-outbox.ts'
import { createIndexedDbOutboxStorage } from './indexed-db-outbox-storage.ts'
import { openOutboxChannel } from './outbox-channel.ts'
import { createOutboxStore } from './outbox-store.ts'
import type { SendOutboxRequest } from './send-outbox-entry.ts'
import { createWorkerOutboxTokens } from './worker-outbox-tokens.ts'

export { createNewOutboxEntry } from './create-outbox-entry.ts'
export { OUTBOX_SYNC_TAG, type OutboxReference, type OutboxRequest } from './outbox-entry.ts'
export type { OutboxPlan } from './outbox-kind.ts'
export type { NewOutboxEntry, SendOutboxRequest }

/** Returns the id of the member of this device; undefined after a sign-out, or if the browser forbids IndexedDB. */
export async function readDeviceMemberId(): Promise<string | undefined> {
  try {
    return (await (await openMemberDatabase()).get('member', DEVICE_MEMBER_KEY))?.memberId
  } catch {
    return undefined
  }
}

/** Creates a sender for the service worker: it renews its access token by the refresh cookie. */
export const createWorkerOutboxSender = (): SendOutboxRequest =>
  createApiOutboxSender(createWorkerOutboxTokens({ readMemberId: readDeviceMemberId }))

/** Adds an action to the outbox of a member, for example one from a notification. It is not sent before the next drain. */
export async function addOutboxEntry(entry: NewOutboxEntry): Promise<void> {
  await createOutboxStore(createIndexedDbOutboxStorage(), entry.memberId).add(entry.replaceKey, () => entry)
  announce((channel) => channel.post({ type: 'changed', memberId: entry.memberId }))
}

type DrainOutboxOptions = { memberId: string; sendRequest: SendOutboxRequest }

/**
 * Sends the outbox of a member without a page, and tells all pages. Returns true if nothing is left that must be repeated
 * later; after false, Background Sync calls again.
 */
export async function drainOutbox({ memberId, sendRequest }: DrainOutboxOptions): Promise<boolean> {
  const store = createOutboxStore(createIndexedDbOutboxStorage(), memberId)
  const channel = openOutboxChannel()
  try {
    const drain = createOutboxDrain({
      store,
      sendRequest,
      listener: {
        onSent: (entry, response) => channel.post({ type: 'sent', entry: { ...entry, files: [] }, response }),
        onRefused: () => channel.post({ type: 'changed', memberId }),
      },
    })
    return await drain()
  } finally {
    channel.post({ type: 'changed', memberId })
    channel.close()
  }
}

function announce(post: (channel: ReturnType<typeof openOutboxChannel>) => void): void {
  const channel = openOutboxChannel()
  post(channel)
  channel.close()
}

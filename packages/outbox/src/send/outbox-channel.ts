import type { OutboxEntry } from '../store/outbox-entry.ts'

/** The channel on which all tabs and the service worker announce changes of the outbox. */
const OUTBOX_CHANNEL = 'meadow-outbox'
/** The tag of Background Sync, by which the browser wakes the service worker. */
export const OUTBOX_SYNC_TAG = 'meadow-outbox'

export type OutboxMessage =
  | { type: 'changed'; memberId: string }
  | { type: 'sent'; entry: OutboxEntry; response: unknown }

/** Announces changes of the outbox to all other tabs and to the service worker. */
export type OutboxChannel = {
  post: (message: OutboxMessage) => void
  close: () => void
}

/**
 * Opens the channel. `receive` gets the messages of other tabs and of the service worker. A browser that forbids storage may
 * forbid channels, too: then this page shares nothing with others, and nobody hears the messages.
 */
export function openOutboxChannel(receive: (message: OutboxMessage) => void = () => undefined): OutboxChannel {
  const channel = openBroadcastChannel()
  if (!channel) return { post: () => undefined, close: () => undefined }
  let isClosed = false // an action that was being stored may end after the member has signed out
  channel.onmessage = ({ data }: MessageEvent<OutboxMessage>) => receive(data)
  return {
    post(message) {
      if (!isClosed) channel.postMessage(message)
    },
    close() {
      isClosed = true
      channel.close()
    },
  }
}

function openBroadcastChannel(): BroadcastChannel | undefined {
  try {
    return new BroadcastChannel(OUTBOX_CHANNEL)
  } catch {
    return undefined
  }
}

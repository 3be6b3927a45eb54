import { OUTBOX_CHANNEL, type OutboxMessage } from './outbox-entry.ts'

/** Announces changes of the outbox to all other tabs and to the service worker. */
export type OutboxChannel = {
  post: (message: OutboxMessage) => void
  close: () => void
}

/** Opens the channel. `receive` gets the messages of other tabs and of the service worker. */
export function openOutboxChannel(receive: (message: OutboxMessage) => void = () => undefined): OutboxChannel {
  const channel = new BroadcastChannel(OUTBOX_CHANNEL)
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

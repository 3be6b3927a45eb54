import type { ServerToClientEvents } from '@meadow/contracts/browser'
import { act } from '@testing-library/react'
import { createSocketChannel, type SocketChannel } from '../socket/socket-channel.ts'

export type FakeSocketChannel = {
  readonly channel: SocketChannel
  /** The posts that the page watches. */
  readonly watchedPostIds: ReadonlySet<string>
  /** The recipients of the typing messages, oldest first. */
  readonly typingRecipientIds: readonly string[]
  /** Pushes from the fake server. Resolves when the page has rendered it. */
  receive: <Name extends keyof ServerToClientEvents>(name: Name, payload: ServerToClientEvents[Name]) => Promise<void>
  /** Simulates a reconnect after `awayMs`. */
  resync: (awayMs: number) => Promise<void>
}

/** Creates a connected channel for `renderPage`. A test pushes by `receive('postDeleted', { postId })`. */
export function createFakeSocketChannel(): FakeSocketChannel {
  const channel = createSocketChannel()
  const watchedPostIds = new Set<string>()
  const typingRecipientIds: string[] = []
  channel.attachConnection((name, payload) => {
    if ('recipientId' in payload) return void typingRecipientIds.push(payload.recipientId)
    for (const id of payload.postIds) name === 'watch' ? watchedPostIds.add(id) : watchedPostIds.delete(id)
  })
  return {
    channel,
    watchedPostIds,
    typingRecipientIds,
    receive: (name, payload) => actAndFlush(() => channel.dispatch(name, payload)),
    resync: (awayMs) => actAndFlush(() => channel.resync({ awayMs })),
  }
}

/** Runs a change, and waits for the next task, in which the query cache notifies components. */
const actAndFlush = (change: () => void) =>
  act(async () => {
    change()
    await new Promise((resolve) => setTimeout(resolve))
  })

import type { ServerToClientEvents } from '@meadow/contracts'
import { act } from '@testing-library/react'
import { createSocketChannel, type SocketChannel } from '../socket/socket-channel.ts'

export type FakeSocketChannel = {
  readonly channel: SocketChannel
  /** The posts of which the page wants to hear now. */
  readonly watchedPostIds: ReadonlySet<string>
  /** To whom the member said to be writing, each time. */
  readonly typingRecipientIds: readonly string[]
  /** The server says something; resolves when the page shows it. */
  receive: <Name extends keyof ServerToClientEvents>(name: Name, payload: ServerToClientEvents[Name]) => Promise<void>
  /** The tab is seen again, or the connection is back, after so many ms. */
  resync: (away: number) => Promise<void>
}

/** A connection for tests: `renderPage(page, { live })`, then `live.hear('postDeleted', { postId })`. */
export function createFakeSocketChannel(): FakeSocketChannel {
  const source = createSocketChannel()
  const watched = new Set<string>()
  const typing: string[] = []
  source.attachConnection((name, said) => {
    if ('recipientId' in said) return void typing.push(said.recipientId)
    for (const id of said.postIds) name === 'watch' ? watched.add(id) : watched.delete(id)
  })
  return {
    channel: source,
    watchedPostIds: watched,
    typingRecipientIds: typing,
    receive: (name, payload) => actAndFlush(() => source.dispatch(name, payload)),
    resync: (away) => actAndFlush(() => source.resync({ awayMs: away })),
  }
}

/** The query cache tells screens in the next task. */
const actAndFlush = (change: () => void) =>
  act(async () => {
    change()
    await new Promise((resolve) => setTimeout(resolve))
  })

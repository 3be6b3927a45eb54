import type { SocketHeard } from '@meadow/contracts'
import { act } from '@testing-library/react'
import { createLive, type Live } from '../live/live.ts'

export type FakeLive = {
  readonly source: Live
  /** The posts of which the page wants to hear now. */
  readonly watched: ReadonlySet<string>
  /** To whom the member said to be writing, each time. */
  readonly typing: readonly string[]
  /** The server says something; resolves when the page shows it. */
  hear: <Name extends keyof SocketHeard>(name: Name, payload: SocketHeard[Name]) => Promise<void>
  /** The tab is seen again, or the connection is back, after so many ms. */
  comeBack: (away: number) => Promise<void>
}

/** A connection for tests: `renderPage(page, { live })`, then `live.hear('postDeleted', { postId })`. */
export function fakeLive(): FakeLive {
  const source = createLive()
  const watched = new Set<string>()
  const typing: string[] = []
  source.begin((name, said) => {
    if ('recipientId' in said) return void typing.push(said.recipientId)
    for (const id of said.postIds) name === 'watch' ? watched.add(id) : watched.delete(id)
  })
  return {
    source,
    watched,
    typing,
    hear: (name, payload) => shown(() => source.tell(name, payload)),
    comeBack: (away) => shown(() => source.resync({ away })),
  }
}

/** The query cache tells screens in the next task. */
const shown = (change: () => void) =>
  act(async () => {
    change()
    await new Promise((resolve) => setTimeout(resolve))
  })

import type { Client } from '../repeating-client.ts'

/** What is compared of a message; how far it has come is told by markers. */
export type Seen = {
  _id: string
  seq: number
  rev: number
  content: string
  sender: { _id: string }
  deletedAt: string | null
  isRead: boolean
  reactions: { user: string; emoji: string }[]
  replyTo: { _id: string; content: string } | null
  threadId: string | null
  threadCount: number
}

/** What a device shows of a conversation, as it was at some `rev`. */
export type View = { rev: number; readUpTo: number; messages: ReadonlyMap<string, Seen> }

type Of = { client: Client; token: string; other: string }
type Page = { messages: Seen[]; hasMore: boolean }
type Changes = Page & Omit<View, 'messages'>

const MOST = 50

export const emptyView: View = { rev: 0, readUpTo: 0, messages: new Map() }

/** An old view with all that changed since. */
export async function lookAgain({ client, token, other }: Of, old: View): Promise<View> {
  for (let view = old; ; ) {
    const answer = await client.insist({ path: `/messages/${other}/changes?since=${view.rev}`, token })
    if (answer.status !== 200) throw new Error(`What changed was answered ${answer.status}`)
    const { messages, hasMore, rev, readUpTo } = answer.body as unknown as Changes
    const changed = messages.map((message): [string, Seen] => [message._id, message])
    view = { rev, readUpTo, messages: new Map([...view.messages, ...changed]) }
    if (!hasMore) return view
  }
}

/** All messages as they are now, oldest first, as the answers have them. */
export async function readAll({ client, token, other }: Of): Promise<Seen[]> {
  const all: Seen[] = []
  for (let before = ''; ; ) {
    const answer = await client.insist({ path: `/messages/${other}?limit=${MOST}${before}`, token })
    if (answer.status !== 200) throw new Error(`The messages were answered ${answer.status}`)
    const { messages, hasMore } = answer.body as unknown as Page
    all.unshift(...messages)
    if (!hasMore) return all
    before = `&before=${all[0]?._id}`
  }
}

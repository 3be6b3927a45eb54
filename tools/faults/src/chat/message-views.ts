import type { RepeatingClient } from '../repeating-client.ts'

/** The compared fields of a message. Markers have its delivery state. */
export type SeenMessage = {
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

/** The messages of a conversation as a device knows them at a `rev`. */
export type ConversationView = { rev: number; readUpTo: number; messages: ReadonlyMap<string, SeenMessage> }

type FetchDeps = { client: RepeatingClient; token: string; other: string }
type Page = { messages: SeenMessage[]; hasMore: boolean }
type Changes = Page & Omit<ConversationView, 'messages'>

const PAGE_SIZE = 50

export const EMPTY_VIEW: ConversationView = { rev: 0, readUpTo: 0, messages: new Map() }

/** Applies all changes since an old view. */
export async function fetchChanges(
  { client, token, other }: FetchDeps,
  old: ConversationView,
): Promise<ConversationView> {
  for (let view = old; ; ) {
    const response = await client.callUntilResponse({ path: `/messages/${other}/changes?since=${view.rev}`, token })
    if (response.status !== 200) throw new Error(`The changes responded with ${response.status}`)
    const { messages, hasMore, rev, readUpTo } = response.body as unknown as Changes
    const changed = messages.map((message): [string, SeenMessage] => [message._id, message])
    view = { rev, readUpTo, messages: new Map([...view.messages, ...changed]) }
    if (!hasMore) return view
  }
}

/** Fetches all messages, oldest first. */
export async function fetchAllMessages({ client, token, other }: FetchDeps): Promise<SeenMessage[]> {
  const all: SeenMessage[] = []
  for (let before = ''; ; ) {
    const response = await client.callUntilResponse({ path: `/messages/${other}?limit=${PAGE_SIZE}${before}`, token })
    if (response.status !== 200) throw new Error(`The messages responded with ${response.status}`)
    const { messages, hasMore } = response.body as unknown as Page
    all.unshift(...messages)
    if (!hasMore) return all
    before = `&before=${all[0]?._id}`
  }
}

import type { QueryClient, QueryKey } from '@tanstack/react-query'
import type { OutboxEntry, OutboxRefusal, OutboxRequest } from './outbox-entry.ts'

/** Plan for sending an action. */
export type OutboxPlan = {
  lane: string
  requests: readonly OutboxRequest[]
  files?: readonly Blob[]
  /** A new entry replaces a waiting one with the same key. */
  replaceKey?: string
}

/** A kind of action that can wait: how it is sent, shown and described. A capability declares it in one file. */
export type OutboxKind<Data, Response = unknown> = {
  name: string
  /** Pure. `id` is the id of the entry, which serves as client key. */
  toEntry: (data: Data, id: string) => OutboxPlan
  /** Returns true if `later` leads back to the state before `earlier`: if `earlier` was never sent, both vanish. */
  isUndone?: (earlier: Data, later: Data) => boolean
  /** Combines the data of a waiting entry with that of the entry that replaces it. @default the later data */
  merge?: (earlier: Data, later: Data) => Data
  /** Writes the waiting action into the query cache. Idempotent: it is repeated whenever the cache receives other data. */
  show: (cache: QueryClient, entry: OutboxEntry<Data>) => void
  /** Takes the action out of the query cache, because it was cancelled, replaced or refused. */
  hide: (cache: QueryClient, entry: OutboxEntry<Data>) => void
  /** Limits after which queries `show` is repeated. @default all */
  isShownIn?: (queryKey: QueryKey) => boolean
  /** Writes the response of the last request into the query cache. `entry.responses` has the earlier ones. */
  applyResponse: (cache: QueryClient, entry: OutboxEntry<Data>, response: Response) => void
  /** Describes what waits, in words. Null if members need not know of it. */
  describe: (data: Data) => string | null
  /** Describes the reason, in words. An empty text shows no toast. */
  describeRefusal: (refusal: OutboxRefusal, data: Data) => string
  /** `keep`: the refused entry stays with Retry and Discard (what somebody wrote); `drop`: a toast says it, and it goes. */
  onRefusal: 'keep' | 'drop'
}

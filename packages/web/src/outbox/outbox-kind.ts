import type { QueryClient, QueryKey } from '@tanstack/react-query'
import type { OutboxEntry, OutboxRefusal, OutboxRequest } from './outbox-entry.ts'

/** Plan for sending an action. */
export type OutboxPlan = {
  /** Entries of one lane are sent in order, one at a time. */
  lane: string
  requests: readonly OutboxRequest[]
  files?: readonly Blob[]
  /** A new entry replaces a waiting one with the same key. */
  replaceKey?: string
}

/** A kind of action that can wait: how it is sent, shown and described. Its feature declares it in one file. */
export type OutboxKind<Data, Response = unknown> = {
  name: string
  /** Pure. `id` is the id of the entry, which serves as its idempotency key (`clientMessageId`, `Idempotency-Key`). */
  toEntry: (data: Data, id: string) => OutboxPlan
  /** Returns true if `later` leads back to the state before `earlier`: if `earlier` was never sent, both leave the outbox. */
  isUndone?: (earlier: Data, later: Data) => boolean
  /** Combines the data of a waiting entry with that of the entry that replaces it. @default the later data */
  merge?: (earlier: Data, later: Data) => Data
  /** Writes the waiting action into the query cache. Idempotent: it is repeated whenever the cache receives other data. */
  show: (cache: QueryClient, entry: OutboxEntry<Data>) => void
  /** Takes the action out of the query cache, because it was cancelled, replaced or refused. */
  hide: (cache: QueryClient, entry: OutboxEntry<Data>) => void
  /** Returns true for queries whose new data need `show` to run again. @default all */
  isShownIn?: (queryKey: QueryKey) => boolean
  /**
   * Names the object whose cached data the action and its response change, such as `post 1`. After a response, only actions on
   * the same object are shown again. @default undefined: they may change the data of any action
   */
  getSubject?: (entry: OutboxEntry<Data>) => string | undefined
  /** Writes the response of the last request into the query cache. `entry.responses` has the earlier ones. */
  applyResponse: (cache: QueryClient, entry: OutboxEntry<Data>, response: Response) => void
  /** Describes what waits, in words. Null if members need not know of it. */
  describe: (data: Data) => string | null
  /** Describes the reason of a refusal in words, for a toast or the list of what waits. An empty text shows no toast. */
  describeRefusal: (refusal: OutboxRefusal, data: Data) => string
  /** `keep`: the refused entry stays with Retry and Discard (what somebody wrote); `drop`: a toast gives the reason, and the entry is removed. */
  onRefusal: 'keep' | 'drop'
}

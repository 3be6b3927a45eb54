import type { QueryClient, QueryKey } from '@tanstack/react-query'
import type { SendOutboxRequest } from '../send/outbox-request.ts'
import type { OutboxActionRules } from '../store/outbox-action.ts'
import type { OutboxEntry, OutboxRefusal } from '../store/outbox-entry.ts'

/** A kind of action that can wait: how it is sent, and what becomes of its response. Its feature declares it in one file. */
export type OutboxKind<Data, Response = unknown> = OutboxActionRules<Data> &
  OutboxKindDisplay<Data> & {
    /** Writes the response of the last request into the query cache. `entry.responses` has the earlier ones. */
    settle: (cache: QueryClient, entry: OutboxEntry<Data>, response: Response) => void
    /** Describes a refusal in words. An empty text shows no toast. @default the message of the server */
    describeRefusal?: (refusal: OutboxRefusal, data: Data) => string
    /**
     * `keep`: the refused entry stays with Retry and Discard (what somebody wrote). `drop`: a toast gives the reason, and the entry
     * is removed. @default 'keep'
     */
    onRefusal?: 'keep' | 'drop'
    /** Sends a request of this kind in another way than HTTP where it can. Only pages that have loaded the kind use it. */
    send?: (request: Parameters<SendOutboxRequest>[0], options: OutboxSendOptions) => Promise<unknown>
  }

/** The way in which a waiting action is shown in the query cache. A kind that its screen shows from the outbox itself has none. */
type OutboxKindDisplay<Data> = {
  /** Writes the waiting action into the query cache. Idempotent: it is repeated whenever the cache receives other data. */
  show?: (cache: QueryClient, entry: OutboxEntry<Data>) => void
  /** Takes the action out of the query cache, because it was cancelled, replaced or refused. */
  hide?: (cache: QueryClient, entry: OutboxEntry<Data>) => void
  /** Returns true for queries whose new data need `show` to run again. @default all */
  isShownIn?: (queryKey: QueryKey) => boolean
  /**
   * Names the object whose cached data the action and its response change, such as `post 1`. After a response, only actions on
   * the same object are shown again. @default undefined: they may change the data of any action
   */
  getSubject?: (entry: OutboxEntry<Data>) => string | undefined
}

type OutboxSendOptions = Parameters<SendOutboxRequest>[1] & {
  /** Sends the request by HTTP. */
  sendByHttp: () => Promise<unknown>
}

const kinds = new Map<string, OutboxKind<unknown>>()
const listeners = new Set<(name: string) => void>()

/**
 * Makes a kind of action known to the page, when the front end that has it is loaded. Its waiting entries are shown after the
 * script that registers it has run: the kind may use what that script defines later.
 */
export function registerOutboxKind<Data, Response = unknown>(kind: OutboxKind<Data, Response>): void {
  kinds.set(kind.name, kind as unknown as OutboxKind<unknown>)
  queueMicrotask(() => {
    for (const listener of listeners) listener(kind.name)
  })
}

/** Returns a registered kind. Undefined if its front end is not loaded: its entries are sent, but not shown. */
export const findOutboxKind = (name: string): OutboxKind<unknown> | undefined => kinds.get(name)

/** Describes why an entry was refused, in the words of its kind. Those of the server if its front end is not loaded. */
export function describeOutboxRefusal({ kind, refusal, data }: OutboxEntry): string {
  if (!refusal) return ''
  return findOutboxKind(kind)?.describeRefusal?.(refusal, data) || refusal.message
}

/** Calls `listener` with the name of each kind that is registered later. Returns the function that ends this. */
export function onOutboxKindRegistered(listener: (name: string) => void): () => void {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

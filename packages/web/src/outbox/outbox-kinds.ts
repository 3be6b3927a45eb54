import type { OutboxEntry } from './outbox-entry.ts'
import type { OutboxKind } from './outbox-kind.ts'

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
  return findOutboxKind(kind)?.describeRefusal(refusal, data) || refusal.message
}

/** Calls `listener` with the name of each kind that is registered later. Returns the function that ends this. */
export function onOutboxKindRegistered(listener: (name: string) => void): () => void {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

import { type OutboxKind, type ShownOutboxEntry, useOutboxEntries } from '@meadow/web'
import { useForegroundIds } from './foreground-entries.ts'

/** Returns the entries, all or those of a kind, that wait or were refused, oldest first, without those whose form waits for the server. */
export function useWaitingEntries<Data, Response = unknown>(
  kind?: OutboxKind<Data, Response>,
): readonly ShownOutboxEntry<Data>[] {
  const foregroundIds = useForegroundIds()
  return useOutboxEntries<Data>(kind as OutboxKind<Data>).filter(({ id }) => !foregroundIds.has(id))
}

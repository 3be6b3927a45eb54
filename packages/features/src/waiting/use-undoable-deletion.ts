import { type OutboxKind, useConnectivity, useOutbox, useToast } from '@meadow/web'

/** `deletedLater`: it waits for a connection. `tooLate`: Undo was pressed after it was sent. */
export type DeletionTexts = Record<'deleted' | 'deletedLater' | 'undo' | 'tooLate', string>

/**
 * Returns a function that deletes something by an action that is held for some seconds. It disappears at once, and comes back if the
 * member undoes the deletion, or if the server refuses it.
 */
export function useUndoableDeletion<Data, Response>(
  kind: OutboxKind<Data, Response>,
  texts: DeletionTexts,
): (data: Data) => Promise<void> {
  const outbox = useOutbox()
  const toast = useToast()
  const isOffline = useConnectivity() === 'offline'
  const undo = async (entryId: string) => {
    const entry = await outbox.takeBack(entryId).catch(() => undefined)
    if (!entry) toast({ tone: 'info', title: texts.tooLate })
  }
  return async (data) => {
    const added = outbox.add(kind, data)
    const entry = await added.stored.catch(() => undefined)
    const isHeld = entry?.notBeforeMs !== undefined
    const outcome = isHeld ? undefined : await added.outcome // without a storage it is sent at once
    if (outcome && outcome.type !== 'sent' && outcome.type !== 'waiting') return
    const isWaiting = outcome ? outcome.type === 'waiting' : isOffline
    toast({
      tone: isWaiting ? 'info' : 'success',
      title: isWaiting ? texts.deletedLater : texts.deleted,
      ...(isHeld && { action: { label: texts.undo, onSelect: () => void undo(entry.id) } }),
    })
  }
}

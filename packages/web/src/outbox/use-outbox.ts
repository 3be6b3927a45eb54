import type { AddedAction, OutboxEntry, OutboxKind, ShownOutboxEntry } from '@meadow/outbox'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useMemo, useSyncExternalStore } from 'react'
import { useSession } from '../session/session-context.ts'
import { getOutboxHandle, type OutboxHandle } from './outbox-handle.ts'

export type Outbox = {
  /**
   * Shows an action at once, and sends it now or later: in order within its lane, once, also after a restart. `id` is a UUID
   * for actions whose id must be known before. A form waits for the `outcome`.
   */
  add: <Data, Response>(kind: OutboxKind<Data, Response>, data: Data, id?: string) => AddedAction<Data>
  /** Replaces the data with which an action is shown, in the browser's storage and in all tabs. What it sends stays. */
  changeData: <Data>(entry: OutboxEntry<Data>, toData: (data: Data) => Data) => Promise<void>
  /** Sends a refused action again. */
  retry: (id: string) => Promise<void>
  /** Removes an action and what depends on it, and stops its upload. If the browser cannot delete it, a toast says so. */
  discard: (id: string) => Promise<void>
  /**
   * Removes an action and what depends on it before the server can have it, and returns it to be edited. Returns undefined if it is
   * too late.
   */
  takeBack: (id: string) => Promise<OutboxEntry | undefined>
  /** Sends what waits now, without waiting for the next retry. */
  flush: () => void
}

const preloadedHandles = new WeakSet<OutboxHandle>()

/** Loads the outbox as soon as `isNeeded`, not only when the page is idle: for screens on which one writes. */
export function useLoadedOutbox(isNeeded = true): void {
  const handle = useOutboxHandle()
  useEffect(() => {
    if (isNeeded && handle.memberId !== '') handle.loadNow()
  }, [handle, isNeeded])
}

/** Returns functions of the outbox of the signed-in member. */
export function useOutbox(): Outbox {
  const handle = useOutboxHandle()
  useEffect(() => {
    if (preloadedHandles.has(handle) || handle.memberId === '') return
    preloadedHandles.add(handle)
    handle.preload()
  }, [handle])
  return useMemo(
    () => ({
      add: (kind, data, id) => handle.add(kind as OutboxKind<typeof data>, data, id),
      changeData: ({ id }, toData) => handle.changeData(id, toData as (data: unknown) => unknown),
      retry: handle.retry,
      discard: handle.discard,
      takeBack: handle.takeBack,
      flush: handle.flush,
    }),
    [handle],
  )
}

/** Returns the entries of the outbox, oldest first: all, those of one kind, or those that a function chooses. */
export function useOutboxEntries<Data = unknown>(
  kind?: Pick<OutboxKind<Data>, 'name' | 'plan'>,
  filter?: (entry: ShownOutboxEntry<Data>) => boolean,
): readonly ShownOutboxEntry<Data>[] {
  const handle = useOutboxHandle()
  const { entries } = useSyncExternalStore(handle.subscribe, handle.getSnapshot)
  return useMemo(() => {
    const known = entries as readonly ShownOutboxEntry<Data>[]
    return known.filter((entry) => (!kind || entry.kind === kind.name) && (filter?.(entry) ?? true))
  }, [entries, kind, filter])
}

export type OutboxStatus = {
  /** The number of actions that will be sent, without those that members need not know of. */
  waiting: number
  /** The number of actions that the server has refused. */
  refused: number
  /** False if the browser cannot store actions until it is online; also until the outbox is loaded. */
  canStore: boolean
}

/** Returns what waits in the outbox, in numbers. */
export function useOutboxStatus(): OutboxStatus {
  const handle = useOutboxHandle()
  const { entries, canStore } = useSyncExternalStore(handle.subscribe, handle.getSnapshot)
  const listed = entries.filter(({ description }) => description !== null)
  const refused = listed.filter(({ refusal }) => refusal !== null).length
  return { waiting: listed.length - refused, refused, canStore }
}

/** Returns the outbox itself, for `OutboxStarter`. */
export function useOutboxHandle(): OutboxHandle {
  const cache = useQueryClient()
  return getOutboxHandle(cache, useSession().user?._id ?? '')
}

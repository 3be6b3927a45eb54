import type { Query, QueryClient } from '@tanstack/react-query'
import { ApiError } from '../api/api-error.ts'
import { waitForPageIdle } from '../page/wait-for-page-idle.ts'
import { onStoredSessionChange, readStoredSession } from '../session/stored-session.ts'
import { findPersistedKind } from './persisted-kinds.ts'
import { type PersistedQuery, readPersistedData, toPersistedQuery, toPersistedQueryKey } from './persisted-query.ts'
import { createQueryStorage, type QueryStorage } from './query-storage.ts'
import { getDataTimeMs, hasRestoredData, markAsFetched, markAsRestored } from './restored-data.ts'
import { markQueriesAsStored } from './stored-queries-mark.ts'

/** Short, so that data that is on the screen for a moment is stored. Later changes wait for the interval, unless the page is left. */
const SAVE_DELAY_MS = 100
const SAVE_INTERVAL_MS = 1_000
const WRITES_BETWEEN_CLEANUPS = 100
/** HTTP statuses which say that the member cannot see the data any more. */
const INACCESSIBLE_STATUSES = [403, 404, 410]

type PersistQueriesOptions = {
  storage?: QueryStorage
  nowMs?: () => number
  /** Resolves when there is time to clean up. */
  waitForIdle?: (signal: AbortSignal) => Promise<void>
}

export type QueryPersistence = {
  /** Resolves when the queries that were in the cache at the start have their stored data. */
  restored: Promise<unknown>
  stop: () => void
}

/**
 * Stores the data of the signed-in member's queries (`persisted-kinds.ts`) in this browser. A query without data gets the
 * stored data at its first use, while it is being fetched. The end of the session removes the data; `removeExcess` also removes those of other
 * members.
 */
export function persistQueries(
  cache: QueryClient,
  { storage = createQueryStorage(), nowMs = Date.now, waitForIdle = waitForPageIdle }: PersistQueriesOptions = {},
): QueryPersistence {
  const queryCache = cache.getQueryCache()
  const controller = new AbortController()
  const { signal } = controller
  const restoring = new Map<Query, Promise<void>>()
  const unsaved = new Set<Query>()
  let memberId = readStoredSession().userId
  let timer: ReturnType<typeof setTimeout> | undefined
  let lastSaveMs = -Infinity
  let writeCount = 0

  const isCurrent = (query: Query) => queryCache.get(query.queryHash) === query
  /** Returns true while this tab and the browser agree on the member, which another tab may change first. */
  const isMember = (id: string) => id === memberId && id === readStoredSession().userId

  const restore = async (query: Query) => {
    const owner = memberId
    if (owner === null || query.state.data !== undefined || !findPersistedKind(query.queryKey)) return
    const record = await storage.read(toPersistedQueryKey(owner, query.queryHash))
    const data = record && readPersistedData(record, nowMs())
    if (!record || data === undefined || !isMember(owner) || !isCurrent(query) || query.state.data !== undefined) return
    markAsRestored(query, { asOfMs: record.asOfMs, restoredAtMs: nowMs() })
    query.setData(data, { updatedAt: record.asOfMs, manual: true })
    query.invalidate() // its screen fetches it, whatever its stale time is
  }
  /** Calls for one query share one attempt. */
  const restoreOnce = (query: Query): Promise<void> => {
    const pending = restoring.get(query) ?? restore(query).finally(() => restoring.delete(query))
    restoring.set(query, pending)
    return pending
  }

  const saveNow = async () => {
    clearTimeout(timer)
    timer = undefined
    lastSaveMs = performance.now()
    const owner = memberId
    const queries = [...unsaved].filter(isCurrent)
    unsaved.clear()
    if (owner === null || !isMember(owner)) return
    const records = queries.flatMap((query) => toRecord(owner, query, nowMs()) ?? [])
    if (records.length === 0) return
    await storage.write(records)
    markQueriesAsStored(owner)
    writeCount += records.length
    if (writeCount < WRITES_BETWEEN_CLEANUPS) return
    writeCount = 0
    if (isMember(owner)) await storage.removeExcess(owner, nowMs())
  }
  const save = (query: Query) => {
    if (memberId === null || query.state.data === undefined || !findPersistedKind(query.queryKey)) return
    unsaved.add(query)
    timer ??= setTimeout(saveNow, Math.max(SAVE_DELAY_MS, lastSaveMs + SAVE_INTERVAL_MS - performance.now()))
  }
  const removeGone = (query: Query, error: unknown) => {
    if (memberId === null || !(error instanceof ApiError) || !INACCESSIBLE_STATUSES.includes(error.status)) return
    unsaved.delete(query)
    if (findPersistedKind(query.queryKey)) void storage.remove([toPersistedQueryKey(memberId, query.queryHash)])
  }
  const cleanUp = async () => {
    await waitForIdle(signal)
    const owner = memberId
    if (owner !== null && isMember(owner) && !signal.aborted) await storage.removeExcess(owner, nowMs())
  }

  const restoreOrSave = (query: Query) => (query.state.data === undefined ? restoreOnce(query) : save(query))
  const restored = Promise.all(queryCache.getAll().map(restoreOrSave))
  const unsubscribeFromCache = queryCache.subscribe((event) => {
    const { query } = event
    if (event.type === 'added') void restoreOrSave(query)
    if (event.type !== 'updated' || !isCurrent(query)) return
    const { action } = event
    if (action.type === 'error') removeGone(query, action.error)
    if (action.type !== 'success') return
    if (!action.manual) markAsFetched(query)
    // Data that were just restored are stored already
    if (!hasRestoredData(query) || query.state.dataUpdatedAt !== getDataTimeMs(query)) save(query)
  })
  const unsubscribeFromSession = onStoredSessionChange(() => {
    const { userId } = readStoredSession()
    if (userId === memberId) return
    memberId = userId
    unsaved.clear() // the data of another member
    if (memberId === null) void storage.removeAll()
    else void cleanUp()
  })
  addEventListener('pagehide', () => void saveNow(), { signal })
  document.addEventListener('visibilitychange', () => document.hidden && void saveNow(), { signal })

  const { queries: defaults, ...others } = cache.getDefaultOptions()
  cache.setDefaultOptions({
    ...others,
    queries: {
      ...defaults,
      /** A hook around each fetch: a failure waits for the stored data, so that no error is shown before them. */
      persister: async (queryFn, context, query) => {
        try {
          return await queryFn(context as Parameters<typeof queryFn>[0])
        } catch (error) {
          await restoreOnce(query)
          throw error
        }
      },
    },
  })
  void cleanUp()

  return {
    restored,
    stop() {
      controller.abort()
      clearTimeout(timer)
      unsubscribeFromCache()
      unsubscribeFromSession()
    },
  }
}

function toRecord(memberId: string, query: Query, nowMs: number): PersistedQuery | undefined {
  const { queryKey, queryHash, state } = query
  return toPersistedQuery(memberId, { queryKey, queryHash, data: state.data, asOfMs: getDataTimeMs(query) }, nowMs)
}

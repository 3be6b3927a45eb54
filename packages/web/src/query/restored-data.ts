import type { Query, QueryClient, QueryKey } from '@tanstack/react-query'
import { pageConnectivity } from '../connectivity/page-connectivity.ts'

type RestoredData = {
  /** When the data was that of the server, in epoch ms. */
  asOfMs: number
  restoredAtMs: number
}

/** The queries whose data an earlier visit has stored, until the server has sent it again. */
const restoredData = new WeakMap<object, RestoredData>()

let lastRestored: RestoredData | undefined

export function markAsRestored(query: Query, restored: RestoredData): void {
  restoredData.set(query, restored)
  lastRestored = restored
}

export const markAsFetched = (query: Query): void => void restoredData.delete(query)

/** Returns true if the data of the query is still that of an earlier visit. */
export const hasRestoredData = (query: Query): boolean => restoredData.has(query)

/**
 * Returns the time for which the data of a query is right, in epoch ms. What this visit has fetched is right until the last
 * response of the server, because pushes renew it. Before the first response all data comes from restored data.
 */
export const getDataTimeMs = (query: Query): number =>
  restoredData.get(query)?.asOfMs ??
  pageConnectivity.readLastResponseMs() ??
  lastRestored?.asOfMs ??
  query.state.dataUpdatedAt

/** Returns for how long the page has had data of an earlier visit, in ms; undefined if the server has sent the data since. */
export function readRestoredForMs(cache: QueryClient, queryKey: QueryKey, nowMs: number): number | undefined {
  const query = cache.getQueryCache().find({ queryKey })
  const restored = query && restoredData.get(query)
  return restored && nowMs - restored.restoredAtMs
}

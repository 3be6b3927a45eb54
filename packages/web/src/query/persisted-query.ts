import type { QueryKey } from '@tanstack/react-query'
import {
  findPersistedKind,
  MAX_PERSISTED_AGE_MS,
  MAX_PERSISTED_LENGTH,
  MAX_RECORD_LENGTH,
  PERSISTED_DATA_VERSION,
  PERSISTED_KINDS,
} from './persisted-kinds.ts'

/** The stored data of a query of one member. */
export type PersistedQuery = {
  /** The member's id and the hash of the query. */
  key: string
  memberId: string
  kind: string
  version: number
  /** When the data was last known to be that of the server, in epoch ms. */
  asOfMs: number
  storedAtMs: number
  json: string
}

/** Returns the key of the stored data of a query. No member's key is the beginning of another member's key. */
export const toPersistedQueryKey = (memberId: string, queryHash: string): string => `${memberId} ${queryHash}`

type QueryContent = { queryKey: QueryKey; queryHash: string; data: unknown; asOfMs: number }

/** Returns what is stored of a query; undefined if its kind is not stored, or if it is too large. */
export function toPersistedQuery(memberId: string, query: QueryContent, nowMs: number): PersistedQuery | undefined {
  const { queryKey, queryHash, data, asOfMs } = query
  const kind = findPersistedKind(queryKey)
  const stored = kind?.toStored(data)
  if (!kind || stored === undefined) return undefined
  const json = JSON.stringify(stored)
  if (json.length > MAX_RECORD_LENGTH) return undefined
  const key = toPersistedQueryKey(memberId, queryHash)
  return { key, memberId, kind: kind.name, version: PERSISTED_DATA_VERSION, asOfMs, storedAtMs: nowMs, json }
}

/** Returns the data of a stored query; undefined if it is too old, of another version or damaged. */
export function readPersistedData(stored: PersistedQuery, nowMs: number): unknown {
  if (isOutdated(stored, nowMs)) return undefined
  try {
    return JSON.parse(stored.json)
  } catch {
    return undefined
  }
}

const isOutdated = ({ version, storedAtMs }: PersistedQuery, nowMs: number): boolean =>
  version !== PERSISTED_DATA_VERSION || nowMs - storedAtMs > MAX_PERSISTED_AGE_MS

/** Returns the keys of what must go: the data of other members, what is outdated, and the oldest above the bounds. */
export function listExcessKeys(stored: readonly PersistedQuery[], memberId: string, nowMs: number): string[] {
  const kept = new Set<string>()
  const countByKind = new Map<string, number>()
  let length = 0
  for (const record of stored.toSorted((one, other) => other.storedAtMs - one.storedAtMs)) {
    const maxRecords = PERSISTED_KINDS.find(({ name }) => name === record.kind)?.maxRecords ?? 0
    const count = countByKind.get(record.kind) ?? 0
    const hasRoom = count < maxRecords && length + record.json.length <= MAX_PERSISTED_LENGTH
    if (record.memberId !== memberId || isOutdated(record, nowMs) || !hasRoom) continue
    countByKind.set(record.kind, count + 1)
    length += record.json.length
    kept.add(record.key)
  }
  return stored.map(({ key }) => key).filter((key) => !kept.has(key))
}

/** Returns the keys of the older half, for a browser without more space. */
export const listOlderHalf = (stored: readonly PersistedQuery[]): string[] =>
  stored
    .toSorted((one, other) => one.storedAtMs - other.storedAtMs)
    .slice(0, Math.ceil(stored.length / 2))
    .map(({ key }) => key)

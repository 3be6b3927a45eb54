import { createPublicKey, type KeyObject } from 'node:crypto'
import { readFile, rename, writeFile } from 'node:fs/promises'
import { LRUCache } from 'lru-cache'
import * as z from 'zod'
import { DomainError } from '../errors.ts'
import { getJson } from '../http/get-json.ts'
import type { Logger } from '../logger.ts'
import { createFetchSchedule } from './fetch-schedule.ts'
import type { KeySource } from './verifier.ts'

const JsonWebKeySet = z.object({ keys: z.array(z.looseObject({ kid: z.string(), kty: z.string(), crv: z.string() })) })
type JsonWebKeySet = z.infer<typeof JsonWebKeySet>

const REFRESH_INTERVAL_MS = 60_000
const REQUEST_TIMEOUT_MS = 2_000
/** Tokens may have this many different unknown key ids until the oldest is fetched again. */
const MAX_UNKNOWN_KIDS = 1_000
const MAX_REMOVED_KIDS = 100

export type RemoteKeys = KeySource &
  Disposable & {
    /** Fetches the keys now. A failure keeps the keys of the last fetch. */
    refresh(): Promise<void>
  }

type RemoteKeysDeps = {
  url: string
  file: string | undefined
  log: Logger
  /** Interval of the fetches in the background. @default 60_000 */
  refreshIntervalMs?: number
  /** Shortest interval between two fetches for unknown key ids. @default 2_000 */
  refetchIntervalMs?: number
}

/**
 * Opens the public keys of auth. They are fetched from `url` every minute, so that a key is known before it signs, and cached
 * in `file` for a start while auth is away. Unknown key ids wait for one common fetch.
 */
export async function openRemoteKeys(deps: RemoteKeysDeps): Promise<RemoteKeys> {
  const { url, file, log, refreshIntervalMs = REFRESH_INTERVAL_MS, refetchIntervalMs } = deps
  let storedText = file ? await readFile(file, 'utf8').catch(() => '') : ''
  let keys = parseKeysFile(storedText)
  const removedKids = new LRUCache<string, true>({ max: MAX_REMOVED_KIDS })
  const unknownKids = new LRUCache<string, true>({ max: MAX_UNKNOWN_KIDS })

  async function fetchKeys(): Promise<boolean> {
    try {
      const keySet = JsonWebKeySet.parse(await getJson(url, REQUEST_TIMEOUT_MS))
      const text = JSON.stringify(keySet)
      if (text === storedText) return true // the same key objects: verified tokens stay cached
      const fetched = toKeys(keySet)
      for (const kid of keys.keys()) if (!fetched.has(kid)) removedKids.set(kid, true)
      keys = fetched
      await storeKeys(text)
      return true
    } catch (error) {
      log.warn({ err: error }, 'the keys of auth could not be fetched')
      return false
    }
  }

  async function storeKeys(text: string) {
    storedText = text
    try {
      const temporary = `${file}.${process.pid}`
      if (!file) return
      await writeFile(temporary, text)
      await rename(temporary, file)
    } catch (error) {
      log.warn({ err: error }, 'the keys of auth could not be written to the file')
    }
  }

  const schedule = createFetchSchedule(fetchKeys, refetchIntervalMs)
  const timer = setInterval(() => void schedule.fetchNow(), refreshIntervalMs).unref()

  return {
    refresh: async () => void (await schedule.fetchNow()),
    async find(kid) {
      const known = keys.get(kid)
      if (known) return known
      if (removedKids.has(kid)) throw new DomainError('token_expired') // auth issues another one for the same session
      if (unknownKids.has(kid)) return undefined
      const hasFetched = await schedule.fetchUntil(() => keys.has(kid))
      const key = keys.get(kid)
      if (!key && !hasFetched) throw new DomainError('unavailable', { retryAfter: 1 })
      if (!key) unknownKids.set(kid, true)
      return key
    },
    [Symbol.dispose]() {
      clearInterval(timer)
      schedule[Symbol.dispose]()
    },
  }
}

function toKeys({ keys }: JsonWebKeySet): Map<string, KeyObject> {
  const usable = keys.filter((key) => key.kty === 'EC' && key.crv === 'P-256')
  return new Map(usable.map((key) => [key.kid, createPublicKey({ key, format: 'jwk' })]))
}

function parseKeysFile(text: string): Map<string, KeyObject> {
  try {
    return toKeys(JsonWebKeySet.parse(JSON.parse(text)))
  } catch {
    return new Map() // no file yet, or not readable: auth has the keys
  }
}

import { createPublicKey, type KeyObject } from 'node:crypto'
import { readFile, rename, writeFile } from 'node:fs/promises'
import * as z from 'zod'
import { DomainError } from '../errors.ts'
import { getJson } from '../http/get-json.ts'
import type { Logger } from '../logger.ts'
import type { KeySource } from './verifier.ts'

const JsonWebKeySet = z.object({ keys: z.array(z.looseObject({ kid: z.string(), kty: z.string(), crv: z.string() })) })
type JsonWebKeySet = z.infer<typeof JsonWebKeySet>

/** The minimum interval between two fetches for unknown key ids; shorter after a failure, as auth may be starting. */
const REFETCH_INTERVAL_MS = 10_000
const RETRY_INTERVAL_MS = 1_000
const REQUEST_TIMEOUT_MS = 2_000

export type RemoteKeys = KeySource & {
  /** Fetches the keys now. A failure keeps the keys of the last fetch. */
  refresh(): Promise<void>
}

type RemoteKeysDeps = { url: string; file: string | undefined; log: Logger; now: () => Date }

/** Opens the public keys of auth. They are fetched from `url` and cached in `file` for a start while auth is away. */
export async function openRemoteKeys({ url, file, log, now }: RemoteKeysDeps): Promise<RemoteKeys> {
  let keys = file ? await readKeysFile(file) : new Map<string, KeyObject>()
  let lastFetch: { atMs: number; succeeded: boolean } | undefined
  let pendingFetch: Promise<void> | undefined

  async function fetchKeys() {
    try {
      const keySet = JsonWebKeySet.parse(await getJson(url, REQUEST_TIMEOUT_MS))
      keys = toKeys(keySet)
      lastFetch = { atMs: now().getTime(), succeeded: true }
      if (file) await writeKeysFile(file, keySet)
    } catch (error) {
      lastFetch = { atMs: now().getTime(), succeeded: false }
      log.warn({ err: error }, 'the keys of auth could not be fetched')
    }
  }

  async function writeKeysFile(path: string, keySet: JsonWebKeySet) {
    try {
      const temporary = `${path}.${process.pid}`
      await writeFile(temporary, JSON.stringify(keySet))
      await rename(temporary, path)
    } catch (error) {
      log.warn({ err: error }, 'the keys of auth could not be written to the file')
    }
  }

  const refresh = () => {
    pendingFetch ??= fetchKeys().finally(() => {
      pendingFetch = undefined
    })
    return pendingFetch
  }

  /** Uses the absolute difference: a clock that is set back must not stop fetches for hours. */
  const isFetchDue = () =>
    !lastFetch ||
    Math.abs(now().getTime() - lastFetch.atMs) >= (lastFetch.succeeded ? REFETCH_INTERVAL_MS : RETRY_INTERVAL_MS)

  return {
    refresh,
    async find(kid) {
      if (!keys.has(kid) && (pendingFetch || isFetchDue())) await refresh()
      const key = keys.get(kid)
      if (!key && !lastFetch?.succeeded) throw new DomainError('unavailable', { retryAfter: 1 })
      return key
    },
  }
}

function toKeys({ keys }: JsonWebKeySet): Map<string, KeyObject> {
  const usable = keys.filter((key) => key.kty === 'EC' && key.crv === 'P-256')
  return new Map(usable.map((key) => [key.kid, createPublicKey({ key, format: 'jwk' })]))
}

async function readKeysFile(file: string): Promise<Map<string, KeyObject>> {
  try {
    return toKeys(JsonWebKeySet.parse(JSON.parse(await readFile(file, 'utf8'))))
  } catch {
    return new Map() // no file yet, or not readable: auth has the keys
  }
}

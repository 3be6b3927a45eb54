import { createPublicKey, type KeyObject } from 'node:crypto'
import { readFile, rename, writeFile } from 'node:fs/promises'
import * as z from 'zod'
import { DomainError } from '../errors.ts'
import { getJson } from '../http/get-json.ts'
import type { Logger } from '../logger.ts'
import type { KeySource } from './verifier.ts'

const KeySet = z.object({ keys: z.array(z.looseObject({ kid: z.string(), kty: z.string(), crv: z.string() })) })
type KeySet = z.infer<typeof KeySet>

/** An unknown key id asks again at most this often; after a failure sooner, because auth may just be starting. */
const REFETCH_INTERVAL_MS = 10_000
const RETRY_INTERVAL_MS = 1_000
const REQUEST_TIMEOUT_MS = 2_000

export type RemoteKeys = KeySource & {
  /** Fetches the keys now; when that fails the last known ones stay. */
  refresh(): Promise<void>
}

type RemoteKeysDeps = { url: string; file: string | undefined; log: Logger; now: () => Date }

/** The keys of auth, fetched from `url` and kept in `file`, so that auth may be away when this process starts. */
export async function openRemoteKeys({ url, file, log, now }: RemoteKeysDeps): Promise<RemoteKeys> {
  let keys = file ? await readKeysFile(file) : new Map<string, KeyObject>()
  let last: { at: number; ok: boolean } | undefined
  let running: Promise<void> | undefined

  async function fetchKeys() {
    try {
      const set = KeySet.parse(await getJson(url, REQUEST_TIMEOUT_MS))
      keys = toKeys(set)
      last = { at: now().getTime(), ok: true }
      if (file)
        await writeKeysFile(file, set).catch((error) => log.warn({ err: error }, 'the keys of auth could not be kept'))
    } catch (error) {
      last = { at: now().getTime(), ok: false }
      log.warn({ err: error }, 'the keys of auth could not be fetched')
    }
  }

  const refresh = () => {
    running ??= fetchKeys().finally(() => {
      running = undefined
    })
    return running
  }

  /** Against the distance, not the difference: a clock that was set back must not stop us for hours. */
  const isDue = () =>
    !last || Math.abs(now().getTime() - last.at) >= (last.ok ? REFETCH_INTERVAL_MS : RETRY_INTERVAL_MS)

  return {
    refresh,
    async find(kid) {
      if (!keys.has(kid) && (running || isDue())) await refresh()
      const key = keys.get(kid)
      if (!key && !last?.ok) throw new DomainError('unavailable', { retryAfter: 1 })
      return key
    },
  }
}

function toKeys({ keys }: KeySet): Map<string, KeyObject> {
  const usable = keys.filter((key) => key.kty === 'EC' && key.crv === 'P-256')
  return new Map(usable.map((key) => [key.kid, createPublicKey({ key, format: 'jwk' })]))
}

async function readKeysFile(file: string): Promise<Map<string, KeyObject>> {
  try {
    return toKeys(KeySet.parse(JSON.parse(await readFile(file, 'utf8'))))
  } catch {
    return new Map() // never kept, or not readable: auth will tell
  }
}

async function writeKeysFile(file: string, set: KeySet): Promise<void> {
  const unfinished = `${file}.${process.pid}`
  await writeFile(unfinished, JSON.stringify(set))
  await rename(unfinished, file)
}

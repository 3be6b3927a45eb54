import { randomBytes, randomFillSync } from 'node:crypto'
import { v5, v7 } from 'uuid'

/** Random bytes of the next ids: filling them for many ids at once costs a tenth of doing it for each. */
const pool = Buffer.alloc(4096)
let poolOffset = pool.length

function takeRandomBytes(length: number): Buffer {
  if (poolOffset + length > pool.length) {
    randomFillSync(pool)
    poolOffset = 0
  }
  poolOffset += length
  return pool.subarray(poolOffset - length, poolOffset)
}

let lastTimeMs = Number.NaN
let lastSeq = 0

/** Creates an id (UUIDv7) of that time. Ids of one millisecond sort in the order in which this process created them. */
export function newId(at: Date): string {
  const timeMs = at.getTime()
  lastSeq = timeMs === lastTimeMs ? lastSeq + 1 : takeRandomBytes(4).readUInt32BE() >>> 1
  lastTimeMs = timeMs
  return v7({ msecs: timeMs, seq: lastSeq, random: takeRandomBytes(16) })
}

/** Returns the lowest id (UUIDv7) of that time: ids of earlier times sort before it. */
export const toLowestId = (at: Date): string => v7({ msecs: at.getTime(), seq: 0, random: new Uint8Array(16) })

const STABLE_ID_NAMESPACE = '0f2a2f0e-6d0c-5f0e-9a43-6f2d1c7b8e55'

/** Returns the id (UUIDv5) of a text: the same for the same text. */
export const toStableId = (text: string): string => v5(text, STABLE_ID_NAMESPACE)

/** Creates a name that nobody can guess: 128 random bits in hexadecimal. */
export const newRandomName = (): string => randomBytes(16).toString('hex')

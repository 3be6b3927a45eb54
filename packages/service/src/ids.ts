import { randomBytes, randomInt } from 'node:crypto'
import { v5, v7 } from 'uuid'

let lastTimeMs = Number.NaN
let lastSeq = 0

/** Creates an id (UUIDv7) of that time. Ids of one millisecond sort in the order in which this process created them. */
export function newId(at: Date): string {
  const timeMs = at.getTime()
  lastSeq = timeMs === lastTimeMs ? lastSeq + 1 : randomInt(2 ** 31)
  lastTimeMs = timeMs
  return v7({ msecs: timeMs, seq: lastSeq })
}

/** Returns the lowest id (UUIDv7) of that time: ids of earlier times sort before it. */
export const toLowestId = (at: Date): string => v7({ msecs: at.getTime(), seq: 0, random: new Uint8Array(16) })

const STABLE_ID_NAMESPACE = '0f2a2f0e-6d0c-5f0e-9a43-6f2d1c7b8e55'

/** Returns the id (UUIDv5) of a text: the same for the same text. */
export const toStableId = (text: string): string => v5(text, STABLE_ID_NAMESPACE)

/** Creates a name that nobody can guess: 128 random bits in hexadecimal. */
export const newRandomName = (): string => randomBytes(16).toString('hex')

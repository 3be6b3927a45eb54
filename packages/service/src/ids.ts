import { randomInt } from 'node:crypto'
import { v7 } from 'uuid'

let lastTimeMs = Number.NaN
let lastSeq = 0

/** Creates an id (UUIDv7) of that time. Ids of one millisecond sort in the order in which this process created them. */
export function newId(at: Date): string {
  const timeMs = at.getTime()
  lastSeq = timeMs === lastTimeMs ? lastSeq + 1 : randomInt(2 ** 31)
  lastTimeMs = timeMs
  return v7({ msecs: timeMs, seq: lastSeq })
}

import { randomInt } from 'node:crypto'
import { v7 } from 'uuid'

let lastTimeMs = Number.NaN
let lastSeq = 0

/** A new id (UUIDv7) of that time. Ids of one millisecond sort in the order in which this process made them. */
export function newId(at: Date): string {
  const moment = at.getTime()
  lastSeq = moment === lastTimeMs ? lastSeq + 1 : randomInt(2 ** 31)
  lastTimeMs = moment
  return v7({ msecs: moment, seq: lastSeq })
}

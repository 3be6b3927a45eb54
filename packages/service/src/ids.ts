import { randomInt } from 'node:crypto'
import { v7 } from 'uuid'

let lastMoment = Number.NaN
let lastPlace = 0

/** A new id (UUIDv7) of that time. Ids of one millisecond sort in the order in which this process made them. */
export function newId(at: Date): string {
  const moment = at.getTime()
  lastPlace = moment === lastMoment ? lastPlace + 1 : randomInt(2 ** 31)
  lastMoment = moment
  return v7({ msecs: moment, seq: lastPlace })
}

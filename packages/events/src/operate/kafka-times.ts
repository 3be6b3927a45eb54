import type { KafkaClient } from '../bus/kafka/kafka-client.ts'
import type { Place } from '../bus/kafka/kafka-lag.ts'
import { type Found, readLog, type Start } from '../bus/kafka/kafka-reader.ts'

const READ_MS = 30_000

type Where = { partition: number; offset: string }
/** When the first event at or after a place was put there. */
export type TimeAt = (topic: string, place: Where) => number | undefined

/** Reads when what lies at all these places was put there: with one consumer, which leaps from place to place. */
export async function readTimes(client: KafkaClient, places: readonly Place[]): Promise<TimeAt> {
  const wanted = new Map<string, Start & { offsets: bigint[] }>()
  for (const { topic, next } of places)
    for (const { partition, offset, until } of next) {
      const one = wanted.get(`${topic} ${partition}`) ?? { topic, partition, offset, until, offsets: [] }
      one.offsets.push(BigInt(offset))
      wanted.set(`${topic} ${partition}`, one)
    }
  for (const one of wanted.values()) {
    one.offsets = [...new Set(one.offsets)].toSorted((a, b) => (a < b ? -1 : 1))
    one.offset = String(one.offsets[0])
  }
  const times = new Map<string, number>()

  const take = ({ topic, partition, message }: Found) => {
    const waiting = wanted.get(`${topic} ${partition}`)?.offsets ?? []
    const at = BigInt(message.offset)
    while (waiting[0] !== undefined && waiting[0] <= at)
      times.set(`${topic} ${partition} ${waiting.shift()}`, Number(message.timestamp))
    if (waiting[0] === undefined) return 'enough' as const
    return waiting[0] === at + 1n ? ('more' as const) : { from: String(waiting[0]) }
  }
  await readLog(client, { starts: [...wanted.values()], take, signal: AbortSignal.timeout(READ_MS) })
  return (topic, { partition, offset }) => times.get(`${topic} ${partition} ${offset}`)
}

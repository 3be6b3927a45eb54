import type { Admin, KafkaMessage } from 'kafkajs'
import { type DeadLetter, deadLetterTopic } from '../bus/bus.ts'
import type { KafkaClient } from '../bus/kafka/kafka-client.ts'
import { formatOffset } from '../bus/kafka/kafka-message.ts'
import { type PartitionMessage, type PartitionRange, readPartitions } from '../bus/kafka/kafka-partition-reader.ts'
import type { StoredDeadLetter } from './bus-operator.ts'
import { toReplayId } from './replay.ts'

const MAX_PAGE_SIZE = 2_000
const MAX_PAGE_BYTES = 5_000_000
const READ_TIMEOUT_MS = 60_000

/** A topic of dead letters has one partition. */
const PARTITION = 0

/** The state of a topic for an operator: only the ids of its dead letters, so that 100,000 of them need little memory. */
type DeadLetterIndex = {
  low: bigint
  /** The end of what was read. */
  end: bigint
  /** The offset of each dead letter that was not replayed, by its id. */
  offsets: Map<string, string>
  replayedIds: Set<string>
}

export type KafkaDeadLetters = {
  /** Reads what was stored in the topic since the last call. */
  refresh(topic: string): Promise<DeadLetterIndex>
  readPages(topics: readonly string[]): AsyncGenerator<StoredDeadLetter[]>
}

/** Creates the reader of dead letters. A message without a value marks the dead letter with the id in its key as replayed. */
export function createKafkaDeadLetters(client: KafkaClient, admin: Admin): KafkaDeadLetters {
  const indexes = new Map<string, DeadLetterIndex>()
  const toTopicName = (topic: string) => client.prefix + deadLetterTopic(topic)

  async function readMessages(
    topic: string,
    { from, until }: { from: bigint; until: bigint },
    onMessage: (message: KafkaMessage) => 'continue' | 'stop',
  ): Promise<void> {
    if (from >= until) return
    const range: PartitionRange = {
      topic: toTopicName(topic),
      partition: PARTITION,
      offset: `${from}`,
      until: `${until}`,
    }
    const signal = AbortSignal.timeout(READ_TIMEOUT_MS)
    await readPartitions(client, {
      ranges: [range],
      onMessage: ({ message }: PartitionMessage) => onMessage(message),
      signal,
    })
    if (signal.aborted) throw new Error('The dead letters could not be read in time')
  }

  async function refresh(topic: string): Promise<DeadLetterIndex> {
    const index = indexes.get(topic) ?? { low: 0n, end: 0n, offsets: new Map(), replayedIds: new Set() }
    indexes.set(topic, index)
    const [found] = await admin.fetchTopicOffsets(toTopicName(topic))
    index.low = BigInt(found?.low ?? 0)
    const until = BigInt(found?.high ?? 0)
    await readMessages(topic, { from: maxOf(index.low, index.end), until }, (message) => addToIndex(index, message))
    index.end = maxOf(index.end, until)
    return index
  }

  async function* readTopicPages(topic: string): AsyncGenerator<StoredDeadLetter[]> {
    const { low, end, offsets } = await refresh(topic)
    for (let next = offsets.size > 0 ? low : end; next < end; ) {
      const page: StoredDeadLetter[] = []
      let bytes = 0
      await readMessages(topic, { from: next, until: end }, (message) => {
        next = BigInt(message.offset) + 1n
        const stored = toStoredDeadLetter(message)
        if (!stored || offsets.get(toReplayId(stored.deadLetter)) !== message.offset) return 'continue'
        page.push(stored)
        bytes += message.value?.length ?? 0
        return page.length < MAX_PAGE_SIZE && bytes < MAX_PAGE_BYTES ? 'continue' : 'stop'
      })
      if (page.length === 0) return
      yield page
    }
  }

  return {
    refresh,
    async *readPages(topics) {
      for (const topic of topics) yield* readTopicPages(topic)
    },
  }
}

const maxOf = (a: bigint, b: bigint) => (a > b ? a : b)

function toStoredDeadLetter(message: KafkaMessage): StoredDeadLetter | undefined {
  if (message.value === null) return undefined
  return { offset: formatOffset(PARTITION, message), deadLetter: JSON.parse(message.value.toString()) as DeadLetter }
}

/** A relay may have published a dead letter twice, or again after its replay: only the first counts. */
function addToIndex({ offsets, replayedIds }: DeadLetterIndex, message: KafkaMessage): 'continue' {
  const stored = toStoredDeadLetter(message)
  const id = stored ? toReplayId(stored.deadLetter) : String(message.key)
  if (!stored) {
    replayedIds.add(id)
    offsets.delete(id)
  } else if (!replayedIds.has(id) && !offsets.has(id)) offsets.set(id, message.offset)
  return 'continue'
}

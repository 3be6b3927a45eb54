import type { Logger } from '@meadow/service'
import type { Admin, KafkaMessage } from 'kafkajs'
import type { CountMissedEvents } from '../bus.ts'
import { retryDuringElection } from './kafka-coordinator.ts'
import type { ReconnectingClient } from './reconnecting-client.ts'

type MissedEventsDeps = {
  admin: ReconnectingClient<Admin>
  prefix: string
  group: string
  log: Logger
  countMissedEvents: CountMissedEvents
}

/** Reports events that retention has deleted before a group had read them. */
export type MissedEventsReport = {
  /** Compares the committed offsets of the group with the beginning of each partition, before a consumer starts. */
  checkCommittedOffsets(topics: readonly string[]): Promise<void>
  /** Checks a gap between the group's position in a partition, if it is known, and the next event. */
  checkPosition(
    at: { topic: string; partition: number },
    position: bigint | undefined,
    next: KafkaMessage | undefined,
  ): Promise<void>
}

/** Creates the report of one group. Names of topics have no prefix. */
export function createMissedEventsReport(deps: MissedEventsDeps): MissedEventsReport {
  const { admin, prefix, group, log, countMissedEvents } = deps

  async function report(topic: string, positions: ReadonlyMap<number, bigint>): Promise<void> {
    const partitions = await admin.use((connected) => connected.fetchTopicOffsets(prefix + topic))
    for (const { partition, low } of partitions) {
      const position = positions.get(partition)
      if (position === undefined || position >= BigInt(low)) continue
      log.warn(
        { group, topic, offset: `${partition}:${position}` },
        'events were deleted before the group had read them',
      )
      countMissedEvents({ group, topic }, 1)
    }
  }

  return {
    async checkCommittedOffsets(topics) {
      const names = topics.map((topic) => prefix + topic)
      const groupId = prefix + group
      const committed = await admin.use((connected) =>
        retryDuringElection(() => connected.fetchOffsets({ groupId, topics: names })),
      )
      for (const { topic, partitions } of committed) {
        const positions = partitions
          .map(({ partition, offset }) => [partition, BigInt(offset)] as const)
          .filter(([, offset]) => offset >= 0n) // negative if nothing was committed
        if (positions.length > 0) await report(topic.slice(prefix.length), new Map(positions))
      }
    },
    async checkPosition({ topic, partition }, position, next) {
      if (position === undefined || next === undefined || BigInt(next.offset) <= position) return
      await report(topic, new Map([[partition, position]])) // the gap may also consist of marks of transactions
    },
  }
}

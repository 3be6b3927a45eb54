import type { Metrics } from '@meadow/service'
import type { Admin } from 'kafkajs'
import type { Subscription } from '../bus.ts'
import type { Renewed } from './renewed.ts'

/** How far a group is behind in a topic of Kafka, and where in each partition it would go on. */
export type Place = { topic: string; behind: number; next: { partition: number; offset: string; until: string }[] }

/** How far `group` is behind in these topics; all names as Kafka knows them. */
export async function placesOf(admin: Admin, group: string, topics: readonly string[]): Promise<Place[]> {
  if (topics.length === 0) return []
  const kept = await admin.fetchOffsets({ groupId: group, topics: [...topics] })
  return Promise.all(
    kept.map(async ({ topic, partitions }) => {
      const kepts = new Map(partitions.map(({ partition, offset }) => [partition, BigInt(offset)]))
      const next: Place['next'] = []
      let behind = 0n
      for (const { partition, low, high } of await admin.fetchTopicOffsets(topic)) {
        const place = kepts.get(partition) ?? -1n
        const offset = place < BigInt(low) ? BigInt(low) : place // it never read, or what it would read is swept away
        if (offset >= BigInt(high)) continue
        behind += BigInt(high) - offset
        next.push({ partition, offset: String(offset), until: high })
      }
      return { topic, behind: Number(behind), next }
    }),
  )
}

type Parts = { admin: Renewed<Admin>; prefix: string; subscriptions: Iterable<Subscription> }

/** Tells how far the groups of this process are behind. */
export function measureKafkaLag(metrics: Metrics, { admin, prefix, subscriptions }: Parts): void {
  const about = {
    name: 'consumer_lag_events',
    help: 'How many events of a topic a group has not handled yet, counted up to 100,000',
    labels: ['group', 'topic'] as const,
  }
  metrics.gauge(about, () =>
    admin.use(async (one) => {
      const readings = [...subscriptions].map(async ({ group, topics }) => {
        const names = topics.map((topic) => prefix + topic)
        const places = await placesOf(one, prefix + group, names)
        return places.map(({ topic, behind }) => ({
          labels: { group, topic: topic.slice(prefix.length) },
          value: behind,
        }))
      })
      return (await Promise.all(readings)).flat()
    }),
  )
}

import type { Metrics } from '@meadow/service'
import type { PostgresPool } from '@meadow/storage'
import type { Subscription } from './bus.ts'

type Row = { group: string; topic: string; behind: number }

const LAG = `
  select consumers as group, topic, behind
  from unnest($1::text[], $2::text[]) as place (consumers, topic) left join offsets using (consumers, topic),
    lateral (
      select count(*)::int as behind
      from (select from log where log.topic = place.topic and log.position > coalesce(offsets.position, 0) limit 100000) as ahead
    ) as counted`

/** Tells how far the groups of this process are behind. `find` answers the pool of the log once it is open. */
export function measureLag(
  metrics: Metrics,
  find: () => PostgresPool | undefined,
  subscriptions: Iterable<Pick<Subscription, 'group' | 'topics'>>,
): void {
  const about = {
    name: 'consumer_lag_events',
    help: 'How many events of a topic a group has not handled yet, counted up to 100,000',
    labels: ['group', 'topic'] as const,
  }
  metrics.gauge(about, async () => {
    const places = [...subscriptions].flatMap(({ group, topics }) => topics.map((topic) => ({ group, topic })))
    const values = [places.map(({ group }) => group), places.map(({ topic }) => topic)]
    const { rows = [] } = (await find()?.query<Row>(LAG, values)) ?? {}
    return rows.map(({ behind, ...labels }) => ({ labels, value: behind }))
  })
}

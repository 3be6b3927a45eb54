import type { Metrics } from '@meadow/service'
import type { PostgresPool } from '@meadow/storage'
import { CONSUMER_LAG_METRIC, type Subscription } from './bus.ts'
import type { OffsetsTable } from './schema.ts'

type LagRow = { group: OffsetsTable['consumers']; topic: OffsetsTable['topic']; lag: number }

const LAG_QUERY = `
  select consumers as group, topic, lag
  from unnest($1::text[], $2::text[]) as subscribed (consumers, topic) left join offsets using (consumers, topic),
    lateral (
      select count(*)::int as lag
      from (
        select from log where log.topic = subscribed.topic and log.position > coalesce(offsets.position, 0) limit 100000
      ) as unhandled
    ) as counted`

/** Registers the lag of this process's subscriptions. `getPool` returns undefined until the log's pool is open. */
export function registerPostgresLagMetrics(
  metrics: Metrics,
  getPool: () => PostgresPool | undefined,
  subscriptions: Iterable<Pick<Subscription, 'group' | 'topics'>>,
): void {
  metrics.gauge(CONSUMER_LAG_METRIC, async () => {
    const pairs = [...subscriptions].flatMap(({ group, topics }) => topics.map((topic) => ({ group, topic })))
    const values = [pairs.map(({ group }) => group), pairs.map(({ topic }) => topic)]
    const { rows = [] } = (await getPool()?.query<LagRow>(LAG_QUERY, values)) ?? {}
    return rows.map(({ lag, ...labels }) => ({ labels, value: lag }))
  })
}

import { describe, expect, it } from '@jest/globals'
import { createMetrics } from '@meadow/service'
import { eventually } from '@meadow/testing'
import { openTestDatabase } from '@meadow/testing/postgres'
import { openPostgres } from '../src/index.ts'

describe('a pool', () => {
  it('reports busy and idle connections, and waiting queries', async () => {
    await using database = await openTestDatabase()
    await using pool = await openPostgres(database.url, { name: 'meadow tests', maxConnections: 1 })
    const metrics = createMetrics()
    pool.registerMetrics?.(metrics)
    const readMetric = async () => {
      const text = await metrics.render()
      const read = (series: string) => Number(text.split(`\n${series} `)[1]?.split('\n', 1)[0])
      return {
        busy: read('postgres_pool_connections{pool="meadow tests",state="busy"}'),
        idle: read('postgres_pool_connections{pool="meadow tests",state="idle"}'),
        waiting: read('postgres_pool_waiting{pool="meadow tests"}'),
      }
    }
    expect(await readMetric()).toEqual({ busy: 0, idle: 0, waiting: 0 })
    const client = await pool.connect()
    const second = pool.query('select 1')
    await eventually(async () => expect(await readMetric()).toEqual({ busy: 1, idle: 0, waiting: 1 }))
    client.release()
    await second
    await eventually(async () => expect(await readMetric()).toEqual({ busy: 0, idle: 1, waiting: 0 }))
  })
})

import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { expect, it } from '@jest/globals'
import { newId } from '@meadow/service'
import { testLog } from '@meadow/testing'
import { openTestDatabase } from '@meadow/testing/postgres'
import type { QueryResult } from 'pg'
import { parseCommand } from '../../src/cli/command.ts'
import { runCommand } from '../../src/cli/run-command.ts'
import { openBus } from '../../src/index.ts'
import type { BusOperator } from '../../src/operator/bus-operator.ts'
import { openBusOperator } from '../../src/operator/open-bus-operator.ts'
import { createTestDeadLetter, publishDeadLetters } from '../fixtures.ts'

const COUNT = 100_000
const PUBLISH_SIZE = 1_000
const PAGE_SIZE = 200
/** All dead letters together have more than 200 MB. */
const EVENT = { text: 'x'.repeat(2_000) }
const MAX_HEAP_GROWTH_BYTES = 30_000_000

setFlagsFromString('--expose-gc')
const collectGarbage: () => void = runInNewContext('gc')

function measureHeap(): number {
  collectGarbage()
  return process.memoryUsage().heapUsed
}

/** Observes an operator: the largest page, and the most heap while pages are read. */
function observe(operator: BusOperator, onReplay: (replays: number) => void) {
  let [largestPage, pages, replays] = [0, 0, 0]
  let mostHeap = 0
  const observed: BusOperator = {
    ...operator,
    async *readDeadLetterPages(topic) {
      for await (const page of operator.readDeadLetterPages(topic)) {
        largestPage = Math.max(largestPage, page.length)
        pages += 1
        if (pages % 100 === 0) mostHeap = Math.max(mostHeap, measureHeap())
        yield page
      }
    },
    async replay(deadLetters) {
      const count = await operator.replay(deadLetters)
      replays += 1
      onReplay(replays)
      return count
    },
  }
  return { observed, measure: () => ({ largestPage, pages, mostHeap }) }
}

it('lists and replays 100,000 dead letters within the memory of a page, each once although the replay is interrupted', async () => {
  await using database = await openTestDatabase()
  await using bus = await openBus(database.url, { log: testLog })
  await using operator = await openBusOperator(database.url, { log: testLog })
  for (let from = 0; from < COUNT; from += PUBLISH_SIZE) {
    const deadLetters = Array.from({ length: PUBLISH_SIZE }, (_, index) =>
      createTestDeadLetter({ id: newId(new Date()), offset: String(from + index), event: EVENT }),
    )
    await publishDeadLetters(bus, ...deadLetters)
  }
  const heapBefore = measureHeap()
  const interrupted = new AbortController()
  const { observed, measure } = observe(operator, (replays) => replays === 100 && interrupted.abort())
  const run = async (args: string, signal = new AbortController().signal) => {
    let lines = 0
    let last = ''
    const print = (text: string) => {
      lines += text.split('\n').length
      last = text
    }
    await runCommand(parseCommand(args.split(' ')), { bus, operator: observed, print, now: () => new Date(), signal })
    return { lines, last }
  }

  expect((await run('dead members')).lines).toBe(COUNT + 1) // the titles
  expect((await run('replay members --all', interrupted.signal)).last).toMatch(/^Replayed 20000\./)
  expect((await run('replay members --all')).last).toMatch(/^Replayed 80000\./)
  expect((await run('dead members')).last).toBe('No dead letters')

  const [, result] = (await database.pool.query(
    `set local statement_timeout = 0; -- reads all events
     select topic, count(*)::int as count, count(distinct event ->> 'id')::int as ids from log group by topic`,
  )) as unknown as QueryResult[]
  expect(result?.rows).toEqual([{ topic: 'members.replay', count: COUNT, ids: COUNT }])
  const { largestPage, pages, mostHeap } = measure()
  expect({ largestPage, pages }).toEqual({ largestPage: PAGE_SIZE, pages: 500 + 101 + 400 })
  expect(mostHeap - heapBefore).toBeLessThan(MAX_HEAP_GROWTH_BYTES)
})

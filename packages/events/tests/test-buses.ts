import { newId } from '@meadow/service'
import { testLog } from '@meadow/testing'
import { onSharedEngine } from '@meadow/testing/engines'
import { openTestDatabase } from '@meadow/testing/postgres'
import { type Bus, openBus } from '../src/index.ts'
import type { BusOperator } from '../src/operator/bus-operator.ts'
import { openBusOperator } from '../src/operator/open-bus-operator.ts'

/** One bus as two processes see it, and its operator. */
type TestBus = AsyncDisposable & { bus: Bus; another: Bus; operator: BusOperator }

/** Lists functions that open a bus on each engine that is available here. */
export const listTestBuses = async (): Promise<Record<string, (() => Promise<TestBus>) | undefined>> => ({
  postgres: async () => openTestBus(await openTestDatabase()),
  ...(await onSharedEngine('kafka', (url) => openTestBus({ url: withOwnPrefix(url) }))),
})

/** Adds a prefix to the URL, so that a test has its own topics and groups in a shared Kafka. */
export const withOwnPrefix = (url: string): string => `${url}/test-${newId(new Date())}`

async function openTestBus(engine: { url: string } & Partial<AsyncDisposable>): Promise<TestBus> {
  await using opening = new AsyncDisposableStack()
  opening.defer(async () => engine[Symbol.asyncDispose]?.())
  const bus = opening.use(await openBus(engine.url, { log: testLog }))
  const another = opening.use(await openBus(engine.url, { log: testLog }))
  const operator = opening.use(await openBusOperator(engine.url, { log: testLog }))
  const opened = opening.move()
  return { bus, another, operator, [Symbol.asyncDispose]: () => opened.disposeAsync() }
}

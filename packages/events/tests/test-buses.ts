import { newId } from '@meadow/service'
import { isTransientError } from '@meadow/storage'
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
export const withOwnPrefix = (url: string): string => url.replace(/\?|$/, `/test-${newId(new Date())}$&`)

const PUBLISH_TIMEOUT_MS = 50_000

/** Opens the bus of a test. Like a relay, it publishes again after an outage: a busy Kafka responds too late at times. */
export async function openRetryingBus(url: string, log = testLog): Promise<Bus> {
  const bus = await openBus(url, { log })
  const publish: Bus['publish'] = async (published) => {
    const deadline = Date.now() + PUBLISH_TIMEOUT_MS
    for (;;) {
      try {
        return await bus.publish(published)
      } catch (error) {
        if (!isTransientError(error) || Date.now() > deadline) throw error
      }
    }
  }
  return { ...bus, publish }
}

async function openTestBus(engine: { url: string } & Partial<AsyncDisposable>): Promise<TestBus> {
  await using opening = new AsyncDisposableStack()
  opening.defer(async () => engine[Symbol.asyncDispose]?.())
  const bus = opening.use(await openRetryingBus(engine.url))
  const another = opening.use(await openRetryingBus(engine.url))
  const operator = opening.use(await openBusOperator(engine.url, { log: testLog }))
  const opened = opening.move()
  return { bus, another, operator, [Symbol.asyncDispose]: () => opened.disposeAsync() }
}

import { newId } from '@meadow/service'
import { testLog } from '@meadow/testing'
import { onSharedEngine } from '@meadow/testing/engines'
import { openTestDatabase } from '@meadow/testing/postgres'
import { type Bus, openBus } from '../src/index.ts'
import { openBusOperator } from '../src/operate/open-operator.ts'
import type { BusOperator } from '../src/operate/operator.ts'

/** One bus as two processes see it. */
type Opened = AsyncDisposable & { bus: Bus; another: Bus; operator: BusOperator }

/** How a bus is opened on each engine that is to be had here. */
export const buses = async (): Promise<Record<string, (() => Promise<Opened>) | undefined>> => ({
  postgres: async () => open(await openTestDatabase()),
  ...(await onSharedEngine('kafka', (url) => open({ url: ownPartOf(url) }))),
})

/** Topics and groups of this test alone, in a Kafka that all share. */
export const ownPartOf = (url: string): string => `${url}/test-${newId(new Date())}`

async function open(engine: { url: string } & Partial<AsyncDisposable>): Promise<Opened> {
  await using opening = new AsyncDisposableStack()
  opening.defer(async () => engine[Symbol.asyncDispose]?.())
  const bus = opening.use(await openBus(engine.url, { log: testLog }))
  const another = opening.use(await openBus(engine.url, { log: testLog }))
  const operator = opening.use(await openBusOperator(engine.url, { log: testLog }))
  const kept = opening.move()
  return { bus, another, operator, [Symbol.asyncDispose]: () => kept.disposeAsync() }
}

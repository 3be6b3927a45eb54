import { describe, expect, it } from '@jest/globals'
import { eventually, testLog } from '@meadow/testing'
import { requestTestEngine } from '@meadow/testing/engines'
import { createKafkaClient } from '../src/bus/kafka/kafka-client.ts'
import type { Bus } from '../src/index.ts'
import { openBusOperator } from '../src/operator/open-bus-operator.ts'
import { addPartitions } from '../src/roles/kafka-partitions.ts'
import { createPostEvent, subscribeAndCollect } from './fixtures.ts'
import { openRetryingBus, withOwnPrefix } from './test-buses.ts'

const engine = await requestTestEngine('kafka')
const describeOnKafka = 'url' in engine ? describe : describe.skip

/** Adds the partitions that `url` names, and returns the partitions of the topic posts. */
async function growPosts(url: string): Promise<number> {
  const client = await createKafkaClient(url, testLog)
  const admin = client.kafka.admin()
  await admin.connect()
  try {
    await addPartitions(admin, client)
    return (await admin.fetchTopicOffsets(`${client.prefix}posts`)).length
  } finally {
    await admin.disconnect()
  }
}

/** Lets a service handle all events of posts, and calls `whileRunning` before it stops. */
async function runService(bus: Bus, service: string, url: string, whileRunning = async () => {}): Promise<void> {
  await using operator = await openBusOperator(url, { log: testLog })
  await using received = await subscribeAndCollect(bus, service, ['posts'])
  const lag = { group: service, topic: 'posts', lag: 0 }
  await eventually(async () => {
    expect(received.ids).toHaveLength(1)
    expect(await operator.lag()).toContainEqual(lag)
  })
  await whileRunning()
}

describeOnKafka(`partitions in Kafka on ${'url' in engine ? engine.what : 'none'}`, () => {
  it('are added only after all services have handled their events and have stopped, and never removed', async () => {
    const url = withOwnPrefix('url' in engine ? engine.url : '')
    const largerUrl = `${url}&partitions=posts:8`
    await using bus = await openRetryingBus(url)
    await bus.publish([createPostEvent(1)])
    await expect(growPosts(largerUrl)).rejects.toThrow(/^The service social has unhandled events \(1\), so partitions/)
    await runService(bus, 'social', url, () =>
      expect(growPosts(largerUrl)).rejects.toThrow(/^The service social is running, so partitions cannot be added/),
    )
    await expect(growPosts(largerUrl)).rejects.toThrow(/^The service notify has unhandled events/)
    for (const service of ['notify', 'chat']) await runService(bus, service, url)
    expect(await growPosts(largerUrl)).toBe(8)
    expect(await growPosts(url)).toBe(8)
    await using larger = await openRetryingBus(largerUrl)
    await using received = await subscribeAndCollect(larger, 'social', ['posts'])
    const event = createPostEvent(2)
    await larger.publish([event])
    await eventually(() => expect(received.ids).toEqual([event.id]))
  })
})

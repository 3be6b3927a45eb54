import type { Logger } from '@meadow/service'
import { type Bus, deadLetterTopic, type Subscription, topicOf } from '../bus.ts'
import { createKafkaClient } from './kafka-client.ts'
import { registerKafkaLagMetrics } from './kafka-lag.ts'
import { toDeadLetterMessage, toEventMessage } from './kafka-message.ts'
import { createKafkaProducer } from './kafka-producer.ts'
import { endProcess, subscribeToKafka, type WatchdogOptions } from './kafka-subscription.ts'
import { ensureTopics } from './kafka-topics.ts'
import { createReconnectingClient } from './reconnecting-client.ts'

type KafkaBusOptions = {
  log: Logger
  watchdog?: WatchdogOptions
  /** Called when the Kafka client no longer works in this process. @default ends the process */
  onClientBroken?: (error: Error) => void
}

/**
 * Opens the bus in Kafka. It connects at first use, so Kafka may be unavailable now.
 * @throws Error if `url` is not a valid address
 */
export async function openKafkaBus(
  url: string,
  { log, watchdog, onClientBroken = endProcess }: KafkaBusOptions,
): Promise<Bus> {
  const client = await createKafkaClient(url, log)
  const admin = createReconnectingClient(() => client.kafka.admin())
  const createTopics = () => admin.use((connected) => ensureTopics(connected, client.prefix))
  const producer = createKafkaProducer(client, createTopics)
  const ping = () => admin.use(async (connected) => void (await connected.describeCluster()))
  const subscriptions = new Set<Subscription>()
  let lastDeadLetterMs = 0

  return {
    ping,
    async publish(events) {
      await producer.send(events.map((event) => ({ topic: topicOf(event), message: toEventMessage(event) })))
    },
    async publishDeadLetter(deadLetter) {
      lastDeadLetterMs = Math.max(Date.now(), lastDeadLetterMs + 1) // orders dead letters across topics
      const message = { ...toDeadLetterMessage(deadLetter), timestamp: String(lastDeadLetterMs) }
      await producer.send([{ topic: deadLetterTopic(deadLetter.topic), message }])
    },
    async subscribe(subscription) {
      subscriptions.add(subscription)
      const deps = { log, createTopics, ping, onClientBroken, ...(watchdog && { watchdog }) }
      return subscribeToKafka(client, subscription, deps)
    },
    registerMetrics: (metrics) => registerKafkaLagMetrics(metrics, { admin, prefix: client.prefix, subscriptions }),
    async [Symbol.asyncDispose]() {
      await producer[Symbol.asyncDispose]()
      await admin[Symbol.asyncDispose]()
    },
  }
}

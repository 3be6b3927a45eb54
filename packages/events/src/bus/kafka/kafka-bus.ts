import type { Logger } from '@meadow/service'
import {
  type Bus,
  CONSUMER_MISSED_EVENTS_METRIC,
  type CountMissedEvents,
  type EventMessage,
  type Subscription,
  toEventMessage,
} from '../bus.ts'
import { createKafkaClient } from './kafka-client.ts'
import { registerKafkaLagMetrics } from './kafka-lag.ts'
import { toKafkaMessage } from './kafka-message.ts'
import { createMissedEventsReport } from './kafka-missed-events.ts'
import { createKafkaProducer } from './kafka-producer.ts'
import { endProcess, subscribeToKafka, type WatchdogOptions } from './kafka-subscription.ts'
import { TopicSettingsError } from './kafka-topic-settings.ts'
import { ensureTopics } from './kafka-topics.ts'
import { createReconnectingClient } from './reconnecting-client.ts'

type KafkaBusOptions = {
  log: Logger
  watchdog?: WatchdogOptions
  /**
   * Called when the Kafka client no longer works in this process, or the topics are weaker than the URL demands.
   * @default ends the process
   */
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
  const createTopics = () =>
    admin
      .use((connected) => ensureTopics(connected, client))
      .catch((error) => {
        if (error instanceof TopicSettingsError) onClientBroken(error)
        throw error
      })
  const producer = createKafkaProducer(client, createTopics)
  const ping = () => admin.use(async (connected) => void (await connected.describeCluster()))
  const subscriptions = new Set<Subscription>()
  let countMissedEvents: CountMissedEvents = () => {} // until the metrics are registered
  const publishMessages = (messages: readonly EventMessage[]) =>
    producer.send(messages.map((message) => ({ topic: message.topic, message: toKafkaMessage(message) })))

  return {
    ping,
    publish: async (events) => publishMessages(events.map(toEventMessage)),
    publishMessages,
    async subscribe(subscription) {
      subscriptions.add(subscription)
      const { group, topics } = subscription
      for (const topic of topics) countMissedEvents({ group, topic }, 0) // shows 0 from the start
      const missedEvents = createMissedEventsReport({
        admin,
        prefix: client.prefix,
        group,
        log,
        countMissedEvents: (labels, times) => countMissedEvents(labels, times),
      })
      const deps = { log, createTopics, ping, onClientBroken, missedEvents, ...(watchdog && { watchdog }) }
      return subscribeToKafka(client, subscription, deps)
    },
    registerMetrics(metrics) {
      registerKafkaLagMetrics(metrics, { admin, prefix: client.prefix, subscriptions })
      const missedEvents = metrics.counter(CONSUMER_MISSED_EVENTS_METRIC)
      countMissedEvents = (labels, times) => missedEvents.inc(labels, times)
    },
    async [Symbol.asyncDispose]() {
      await producer[Symbol.asyncDispose]()
      await admin[Symbol.asyncDispose]()
    },
  }
}

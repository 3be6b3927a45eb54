import type { Logger } from '@meadow/service'
import { type Bus, deadLetterTopic, type Subscription, topicOf } from '../bus.ts'
import { createKafkaClient } from './kafka-client.ts'
import { toLetterMessage, toMessage } from './kafka-delivery.ts'
import { measureKafkaLag } from './kafka-lag.ts'
import { createSender } from './kafka-sender.ts'
import { endProcess, type Patience, subscribeToKafka } from './kafka-subscription.ts'
import { ensureTopics } from './kafka-topics.ts'
import { renewed } from './renewed.ts'

type Options = { log: Logger; patience?: Patience; giveUp?: (error: Error) => void }

/** The bus in Kafka. A topic is divided into partitions, which the subscriptions of a group share. */
export async function openKafkaBus(url: string, { log, patience, giveUp = endProcess }: Options): Promise<Bus> {
  const client = await createKafkaClient(url, log)
  const admin = renewed(() => client.kafka.admin())
  const prepare = () => admin.use((one) => ensureTopics(one, client.prefix))
  const sender = createSender(client, prepare)
  const ping = () => admin.use(async (one) => void (await one.describeCluster()))
  const subscriptions = new Set<Subscription>()
  let lastDeath = 0

  return {
    ping,
    async publish(events) {
      const entries = events.map((event) => ({ topic: topicOf(event), message: toMessage(event) }))
      await sender.send(entries)
    },
    async publishDeadLetter(letter) {
      lastDeath = Math.max(Date.now(), lastDeath + 1) // so that letters of several topics have an order
      const message = { ...toLetterMessage(letter), timestamp: String(lastDeath) }
      await sender.send([{ topic: deadLetterTopic(letter.topic), message }])
    },
    async subscribe(subscription) {
      subscriptions.add(subscription)
      return subscribeToKafka(client, subscription, { log, prepare, ping, giveUp, ...(patience && { patience }) })
    },
    registerMetrics: (metrics) => measureKafkaLag(metrics, { admin, prefix: client.prefix, subscriptions }),
    async [Symbol.asyncDispose]() {
      await sender[Symbol.asyncDispose]()
      await admin[Symbol.asyncDispose]()
    },
  }
}

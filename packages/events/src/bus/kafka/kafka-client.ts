import type { Logger } from '@meadow/service'
import kafkajs, { type Kafka, type LogEntry } from 'kafkajs'
import { readKafkaAddress } from './kafka-address.ts'
import type { TopicSettings } from './kafka-topic-settings.ts'
import './patch-request-queue.ts'

/** The kafkajs client of one installation, the prefix of its topic and group names, and the settings of its topics. */
export type KafkaClient = { kafka: Kafka; prefix: string; topicSettings: TopicSettings }

const CONNECT_TIMEOUT_MS = 3_000
const REQUEST_TIMEOUT_MS = 5_000
/** Few retries: the relay and the subscriptions retry by themselves. */
const RETRY = { initialRetryTime: 100, maxRetryTime: 1_000, retries: 3 }

/** Creates a client that connects at first use. @throws Error if `url` is not a valid address */
export async function createKafkaClient(url: string, log: Logger): Promise<KafkaClient> {
  const { prefix, topicSettings, ...address } = readKafkaAddress(url)
  const kafka = new kafkajs.Kafka({
    ...address,
    clientId: 'meadow',
    connectionTimeout: CONNECT_TIMEOUT_MS,
    authenticationTimeout: REQUEST_TIMEOUT_MS,
    requestTimeout: REQUEST_TIMEOUT_MS,
    retry: RETRY,
    logLevel: kafkajs.logLevel.WARN,
    logCreator: () => (entry) => logClientEntry(log, entry),
  })
  return { kafka, prefix, topicSettings }
}

/** Logs kafkajs' messages at level debug. The bus itself logs once when Kafka is unavailable. */
function logClientEntry(log: Logger, { namespace, log: { message, timestamp, ...fields } }: LogEntry): void {
  log.debug({ kafka: namespace, ...fields }, message)
}

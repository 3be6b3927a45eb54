import type { Logger } from '@meadow/service'
import kafkajs, { type Kafka, type LogEntry } from 'kafkajs'
import { readKafkaAddress } from './kafka-address.ts'
import './mend-queue.ts'

/** A connection to nowhere yet, and the names by which this installation calls topics and groups in Kafka. */
export type KafkaClient = { kafka: Kafka; prefix: string }

/** Times after which Kafka counts as away; the relay and the subscriptions then try again by themselves. */
const CONNECT_MS = 3_000
const ANSWER_MS = 5_000
const RETRY = { initialRetryTime: 100, maxRetryTime: 1_000, retries: 3 }

/** Reads the address and makes a client that connects when it is first used. @throws what is wrong with the address */
export async function createKafkaClient(url: string, log: Logger): Promise<KafkaClient> {
  const { prefix, ...address } = await readKafkaAddress(url)
  const kafka = new kafkajs.Kafka({
    ...address,
    clientId: 'meadow',
    connectionTimeout: CONNECT_MS,
    authenticationTimeout: ANSWER_MS,
    requestTimeout: ANSWER_MS,
    retry: RETRY,
    logLevel: kafkajs.logLevel.WARN,
    logCreator: () => (entry) => tell(log, entry),
  })
  return { kafka, prefix }
}

/** We say once that Kafka is away; all that the client says of each attempt is for who looks closer. */
function tell(log: Logger, { namespace, log: { message, timestamp, ...about } }: LogEntry): void {
  log.debug({ kafka: namespace, ...about }, message)
}

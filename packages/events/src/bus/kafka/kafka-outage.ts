/** Names of kafkajs errors that mean that Kafka is unavailable, although kafkajs does not mark all of them as retriable. */
const OUTAGE_NAME_PATTERN =
  /^KafkaJS(Connection|RequestTimeout|NumberOfRetries|NoBroker|Broker|Lock|Timeout|GroupCoordinator)/

type KafkaError = { name?: string; retriable?: boolean; cause?: unknown }

/** Converts a kafkajs error that means an outage to an error with the code ETIMEDOUT; returns other errors unchanged. */
export function toOutageError(error: unknown): unknown {
  if (!isKafkaOutage(error)) return error
  const message = error instanceof Error ? error.message : String(error)
  return Object.assign(new Error(`Kafka is unavailable: ${message}`, { cause: error }), { code: 'ETIMEDOUT' })
}

function isKafkaOutage(error: unknown): boolean {
  const { name = '', retriable, cause } = Object(error) as KafkaError
  return retriable === true || OUTAGE_NAME_PATTERN.test(name) || (cause !== undefined && isKafkaOutage(cause))
}

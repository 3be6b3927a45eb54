/** What the client says of the surroundings, though it does not think that trying again helps. */
const AWAY = /^KafkaJS(Connection|RequestTimeout|NumberOfRetries|NoBroker|Broker|Lock|Timeout|GroupCoordinator)/

type Told = { name?: string; retriable?: boolean; cause?: unknown }

/** An error of the client as all others know it: those of the surroundings get the code of an outage. */
export function toOutage(error: unknown): unknown {
  if (!isAway(error)) return error
  const why = error instanceof Error ? error.message : String(error)
  return Object.assign(new Error(`Kafka does not answer: ${why}`, { cause: error }), { code: 'ETIMEDOUT' })
}

function isAway(error: unknown): boolean {
  const { name = '', retriable, cause } = Object(error) as Told
  return retriable === true || AWAY.test(name) || (cause !== undefined && isAway(cause))
}

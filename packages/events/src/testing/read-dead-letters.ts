import type { BusOperator, StoredDeadLetter } from '../operator/bus-operator.ts'

/** Reads all dead letters of a topic, or of one topic after the other, oldest first. */
export async function readDeadLetters(operator: BusOperator, topic?: string): Promise<StoredDeadLetter[]> {
  const deadLetters: StoredDeadLetter[] = []
  for await (const page of operator.readDeadLetterPages(topic)) deadLetters.push(...page)
  return deadLetters
}

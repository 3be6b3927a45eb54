import { events, TOPIC_PARTITIONS, TOPIC_SUBJECTS, TOPICS, type Topic } from '@meadow/contracts'
import { formatCode, formatTable } from '../table.ts'

/** Creates the page of all domain events, by topic. */
export function renderEventsPage(): string {
  return `# Events

The domain events of the services, in CloudEvents 1.0 envelopes. Delivery is at least once. Events of one subject keep their
order. In Kafka the subject is the message key. The JSON Schema of each event is in
[asyncapi.json](../packages/contracts/documents/asyncapi.json). The path of an event: [architecture](architecture.md#an-event).

${TOPICS.map(toTopicSection).join('\n\n')}
`
}

function toTopicSection(topic: Topic): string {
  const definitions = Object.values(events).filter((definition) => definition.topic === topic)
  const rows = definitions.map(({ type, version, producers, summary, data }) => [
    formatCode(type),
    `${version}`,
    producers.join(', '),
    summary,
    Object.keys(data.shape).map(formatCode).join(' '),
  ])
  return `## ${topic}

Subject: ${TOPIC_SUBJECTS[topic]}. Partitions: ${TOPIC_PARTITIONS[topic]}.

${formatTable(['type', 'version', 'producer', 'event', 'data'], rows)}`
}

import { events, TOPIC_PARTITIONS, TOPIC_SUBJECTS, TOPICS, type Topic } from '@meadow/contracts'
import { formatCode, formatTable } from '../table.ts'

/** Creates the page of all domain events, by topic. */
export function renderEventsPage(): string {
  return `# Events

The domain events of the services, in CloudEvents 1.0 envelopes. Delivery is at least once. Events of one subject keep their
order. In Kafka the subject is the message key. The JSON Schema of each event is in
[asyncapi.json](../packages/contracts/documents/asyncapi.json). The path of an event: [architecture](architecture.md#an-event).

## Change an event

Different versions of the services run at the same time, and the bus keeps events for days. So producers are strict, and
consumers accept what newer producers add: new fields, longer texts and lists, new values of an enum. A handler sees a new
value as \`UnknownValue\` and changes nothing for it. Events of an unknown type are skipped. Both are counted by
\`consumer_unknown_events_total\`, and each type and value is logged once as a warning.

1. **Consumers first**: deploy the services that handle the new type, value or field, all instances of them.
2. **Then producers**: deploy the service that publishes it. What older consumers skip is not delivered to them again.
3. **A rollback goes in reverse**: producers first, then consumers.

\`npm run check:documents\` says for each change if it is safe for old readers and old writers
([table](../packages/contracts/README.md#documents)), and refuses one that is not safe for both. A change of meaning is a new
type: publish both types until no consumer handles the old one.

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

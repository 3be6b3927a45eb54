import { events, PARTITIONS, SUBJECTS, TOPICS, type Topic } from '@meadow/contracts'
import { code, table } from '../table.ts'

/** Every domain event, by topic. */
export function eventsPage(): string {
  return `# Events

What the services tell each other, in CloudEvents 1.0 envelopes. Each arrives at least once, and those of one subject in
their order. A topic is parted by subject where the bus has parts. The data of each, as JSON Schema:
[asyncapi.json](../packages/contracts/documents/asyncapi.json). How an event travels: [architecture](architecture.md#one-event).

${TOPICS.map(ofTopic).join('\n\n')}
`
}

function ofTopic(topic: Topic): string {
  const told = Object.values(events).filter((definition) => definition.topic === topic)
  const rows = told.map(({ type, version, from, summary, data }) => [
    code(type),
    `${version}`,
    from.join(', '),
    summary,
    Object.keys(data.shape).map(code).join(' '),
  ])
  return `## ${topic}

Subject: ${SUBJECTS[topic]}. Parts: ${PARTITIONS[topic]}.

${table(['type', 'version', 'from', 'says', 'data'], rows)}`
}

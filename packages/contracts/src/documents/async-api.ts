import * as z from 'zod'
import { Envelope, type EventDefinition, TOPICS, type Topic } from '../define-event.ts'
import { events } from '../events/index.ts'
import { tidy } from './tidy.ts'

/** All domain events on the topics of the bus, as an AsyncAPI 3.0 document. */
export function asyncApiDocument(all: Record<string, EventDefinition> = events): object {
  const named = Object.entries(all)
  const namesOn = (topic: Topic) => named.filter(([, definition]) => definition.topic === topic).map(([name]) => name)
  const byTopic = <T>(make: (topic: Topic) => T) => Object.fromEntries(TOPICS.map((topic) => [topic, make(topic)]))
  const refs = (names: string[], to: string) => names.map((name) => [name, { $ref: `${to}/${name}` }] as const)
  return {
    asyncapi: '3.0.0',
    info: {
      title: 'Meadow events',
      version: '1',
      description:
        'What the services of Meadow tell each other, in CloudEvents 1.0 envelopes. An event arrives at least once; `id` tells repeats. Events of one `subject` arrive in their order.',
      license: { name: 'MIT', url: 'https://spdx.org/licenses/MIT.html' },
    },
    defaultContentType: 'application/cloudevents+json',
    channels: byTopic((topic) => ({
      address: topic,
      messages: Object.fromEntries(refs(namesOn(topic), '#/components/messages')),
    })),
    operations: byTopic((topic) => ({
      action: 'receive',
      channel: { $ref: `#/channels/${topic}` },
      messages: refs(namesOn(topic), `#/channels/${topic}/messages`).map(([, ref]) => ref),
    })),
    components: { messages: Object.fromEntries(named.map(([name, definition]) => [name, toMessage(definition)])) },
  }
}

function toMessage({ type, version, data }: EventDefinition): object {
  const payload = Envelope.extend({ type: z.literal(type), dataschema: z.literal(`${type}/${version}`), data })
  const { $schema, ...schema } = z.toJSONSchema(payload, {
    target: 'draft-7',
    override: (context) => tidy(context, 'output'),
  })
  return { name: type, payload: schema }
}

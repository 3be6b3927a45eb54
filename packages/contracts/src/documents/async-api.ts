import * as z from 'zod'
import { Envelope, type EventDefinition, TOPICS, type Topic } from '../define-event.ts'
import type { SocketMessage } from '../define-socket-message.ts'
import { events } from '../events/index.ts'
import { sockets } from '../sockets/index.ts'
import { SUBJECTS } from '../topic-settings.ts'
import { tidy } from './tidy.ts'

/** All domain events on the topics of the bus, and all messages of sockets, as an AsyncAPI 3.0 document. */
export function asyncApiDocument(
  all: Record<string, EventDefinition> = events,
  messages: Record<string, SocketMessage> = sockets,
): object {
  const named = Object.entries(all)
  const namesOn = (topic: Topic) => named.filter(([, definition]) => definition.topic === topic).map(([name]) => name)
  const channels = [
    ...TOPICS.map((topic) => ({
      name: topic,
      address: topic,
      description: `Subject: ${SUBJECTS[topic]}`,
      action: 'receive' as const,
      messages: namesOn(topic),
    })),
    ...(['client', 'server'] as const).map((to) => ({
      name: `socket-to-${to}`,
      address: '/socket.io',
      description: to === 'client' ? 'What a browser hears' : 'What a browser says',
      action: to === 'client' ? ('receive' as const) : ('send' as const),
      messages: Object.entries(messages)
        .filter(([, message]) => message.to === to)
        .map(([key]) => `socket.${key}`),
    })),
  ]
  const each = <Made>(make: (channel: (typeof channels)[number]) => Made) =>
    Object.fromEntries(channels.map((channel) => [channel.name, make(channel)]))
  return {
    asyncapi: '3.0.0',
    info: {
      title: 'Meadow events and socket messages',
      version: '1',
      description:
        'What the services of Meadow tell each other, in CloudEvents 1.0 envelopes. An event arrives at least once; `id` tells repeats. Events of one `subject` arrive in their order. The channels `socket-to-client` and `socket-to-server` are the Socket.IO connection of a browser: it opens with `auth: { token }`; what it says is acknowledged with `{ ok: true }` or `{ ok: false, code }`.',
      license: { name: 'MIT', url: 'https://spdx.org/licenses/MIT.html' },
    },
    defaultContentType: 'application/cloudevents+json',
    channels: each(({ address, description, messages }) => ({
      address,
      description,
      messages: Object.fromEntries(messages.map((name) => [name, { $ref: `#/components/messages/${name}` }])),
    })),
    operations: each(({ name, action, messages }) => ({
      action,
      channel: { $ref: `#/channels/${name}` },
      messages: messages.map((message) => ({ $ref: `#/channels/${name}/messages/${message}` })),
    })),
    components: {
      messages: {
        ...Object.fromEntries(named.map(([name, definition]) => [name, eventMessage(definition)])),
        ...Object.fromEntries(Object.entries(messages).map(([key, message]) => [`socket.${key}`, toMessage(message)])),
      },
    },
  }
}

function eventMessage({ type, version, summary, data }: EventDefinition): object {
  const payload = Envelope.extend({ type: z.literal(type), dataschema: z.literal(`${type}/${version}`), data })
  return { name: type, summary, payload: toSchema(payload, 'output') }
}

const toMessage = ({ name, summary, to, payload }: SocketMessage): object => ({
  name,
  summary,
  contentType: 'application/json',
  payload: toSchema(payload, to === 'client' ? 'output' : 'input'),
})

function toSchema(payload: z.ZodType, io: 'input' | 'output'): object {
  const { $schema, ...schema } = z.toJSONSchema(payload, {
    target: 'draft-7',
    io,
    override: (context) => tidy(context, io),
  })
  return schema
}

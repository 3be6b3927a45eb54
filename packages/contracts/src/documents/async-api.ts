import * as z from 'zod'
import { type EventDefinition, EventEnvelope, TOPICS, type Topic } from '../define-event.ts'
import type { SocketMessage } from '../define-socket-message.ts'
import { events } from '../events/index.ts'
import { clientToServerMessages } from '../sockets/client-to-server.ts'
import { serverToClientMessages } from '../sockets/index.ts'
import { TOPIC_SUBJECTS } from '../topic-settings.ts'
import { cleanUpJsonSchema } from './clean-up-json-schema.ts'

/** The socket messages of both directions, by name. */
export type SocketMessages = {
  serverToClient: Record<string, SocketMessage>
  clientToServer: Record<string, SocketMessage>
}

type Channel = {
  name: string
  address: string
  description: string
  action: 'send' | 'receive'
  /** The keys of the channel's messages in `components.messages`. */
  messages: string[]
}

/** Creates the AsyncAPI 3.0 document of all domain events and all socket messages. */
export function createAsyncApiDocument(
  definitions: Record<string, EventDefinition> = events,
  socketMessages: SocketMessages = {
    serverToClient: serverToClientMessages,
    clientToServer: clientToServerMessages,
  },
): object {
  const channels = [...TOPICS.map((topic) => toTopicChannel(topic, definitions)), ...toSocketChannels(socketMessages)]
  const mapChannels = <Result>(map: (channel: Channel) => Result) =>
    Object.fromEntries(channels.map((channel) => [channel.name, map(channel)]))
  return {
    asyncapi: '3.0.0',
    info: {
      title: 'Meadow events and socket messages',
      version: '1',
      description:
        'The domain events between the services of Meadow, in CloudEvents 1.0 envelopes. Delivery is at least once; consumers drop repeats by `id`. Events of one `subject` keep their order. The channels `socket-to-client` and `socket-to-server` are the Socket.IO connection of a browser. It opens with `auth: { token }`. The server acknowledges each message of a browser with `{ ok: true }` or `{ ok: false, code, status, error, retryAfter }`: the error code and status of HTTP, a text for members, and the seconds until a retry makes sense, if there is such a time.',
      license: { name: 'MIT', url: 'https://spdx.org/licenses/MIT.html' },
    },
    defaultContentType: 'application/cloudevents+json',
    channels: mapChannels(({ address, description, messages }) => ({
      address,
      description,
      messages: Object.fromEntries(messages.map((name) => [name, { $ref: `#/components/messages/${name}` }])),
    })),
    operations: mapChannels(({ name, action, messages }) => ({
      action,
      channel: { $ref: `#/channels/${name}` },
      messages: messages.map((message) => ({ $ref: `#/channels/${name}/messages/${message}` })),
    })),
    components: {
      messages: {
        ...Object.fromEntries(Object.entries(definitions).map(([name, event]) => [name, toEventMessage(event)])),
        ...toSocketComponents('serverToClient', socketMessages.serverToClient),
        ...toSocketComponents('clientToServer', socketMessages.clientToServer),
      },
    },
  }
}

const toTopicChannel = (topic: Topic, definitions: Record<string, EventDefinition>): Channel => ({
  name: topic,
  address: topic,
  description: `Subject: ${TOPIC_SUBJECTS[topic]}`,
  action: 'receive',
  messages: Object.entries(definitions)
    .filter(([, definition]) => definition.topic === topic)
    .map(([name]) => name),
})

const toSocketChannels = ({ serverToClient, clientToServer }: SocketMessages): Channel[] => [
  {
    name: 'socket-to-client',
    address: '/socket.io',
    description: 'Messages that the browser receives',
    action: 'receive',
    messages: Object.keys(serverToClient).map((name) => `serverToClient.${name}`),
  },
  {
    name: 'socket-to-server',
    address: '/socket.io',
    description: 'Messages that the browser sends',
    action: 'send',
    messages: Object.keys(clientToServer).map((name) => `clientToServer.${name}`),
  },
]

function toEventMessage({ type, version, producers, summary, data }: EventDefinition): object {
  const payload = EventEnvelope.extend({ type: z.literal(type), dataschema: z.literal(`${type}/${version}`), data })
  return { name: type, summary, 'x-producers': producers, payload: toJsonSchema(payload, 'output') }
}

/** Converts the socket messages of one direction to entries of `components.messages`. */
function toSocketComponents(direction: keyof SocketMessages, messages: Record<string, SocketMessage>): object {
  const io = direction === 'serverToClient' ? 'output' : 'input'
  return Object.fromEntries(
    Object.entries(messages).map(([name, { summary, payload }]) => [
      `${direction}.${name}`,
      { name, summary, contentType: 'application/json', payload: toJsonSchema(payload, io) },
    ]),
  )
}

function toJsonSchema(payload: z.ZodType, io: 'input' | 'output'): object {
  const { $schema, ...schema } = z.toJSONSchema(payload, {
    target: 'draft-7',
    io,
    override: (context) => cleanUpJsonSchema(context, io),
  })
  return schema
}

import {
  type ContractChange,
  SAFE,
  type Transport,
  UNSAFE,
  UNSAFE_FOR_OLD_READERS,
  UNSAFE_FOR_OLD_WRITERS,
} from './contract-change.ts'
import { findSchemaChanges } from './schema-changes.ts'
import type { JsonSchema } from './schema-comparison.ts'

type Message = { payload: JsonSchema; 'x-producers'?: string[] }
type AsyncApi = {
  channels: Record<string, { messages: Record<string, object> }>
  components: { messages: Record<string, Message> }
}

/** Pushes are read like responses, and messages of browsers like requests. All other channels are topics. */
const SOCKET_TRANSPORTS: Record<string, Transport> = { 'socket-to-client': 'response', 'socket-to-server': 'request' }

/** Old consumers skip events of new types, and old pages ignore pushes of new names. */
const SAFETY_OF_NEW_MESSAGE = { event: SAFE, response: SAFE, request: UNSAFE_FOR_OLD_READERS }
const SAFETY_OF_REMOVED_MESSAGE = {
  event: UNSAFE,
  response: UNSAFE_FOR_OLD_READERS,
  request: UNSAFE_FOR_OLD_WRITERS,
}

/** Finds the differences between two versions of the AsyncAPI document: events and socket messages. */
export function findMessageChanges(before: object, after: object): ContractChange[] {
  const [previous, next] = [before as AsyncApi, after as AsyncApi]
  const names = new Set([...Object.keys(previous.channels), ...Object.keys(next.channels)])
  return [...names].flatMap((channel) => {
    const transport = SOCKET_TRANSPORTS[channel] ?? 'event'
    const [was, is] = [previous, next].map((document) => getMessages(document, channel)) as [Messages, Messages]
    const removed = [...was.keys()].filter((name) => !is.has(name))
    const added = [...is.keys()].filter((name) => !was.has(name))
    return [
      ...removed.map((name) => ({
        text: `${name} was removed from ${channel}`,
        transport,
        ...SAFETY_OF_REMOVED_MESSAGE[transport],
      })),
      ...added.map((name) => ({
        text: `${name} was added to ${channel}`,
        transport,
        ...SAFETY_OF_NEW_MESSAGE[transport],
      })),
      ...[...was].flatMap(([name, message]) => compareMessages(name, message, is.get(name), transport)),
    ]
  })
}

type Messages = Map<string, Message>

const getMessages = ({ channels, components }: AsyncApi, channel: string): Messages =>
  new Map(
    Object.keys(channels[channel]?.messages ?? {}).flatMap((name) => {
      const message = components.messages[name]
      return message ? [[name, message] as const] : []
    }),
  )

function compareMessages(
  at: string,
  before: Message,
  after: Message | undefined,
  transport: Transport,
): ContractChange[] {
  if (!after) return []
  const resolve = { before: throwRef, after: throwRef }
  const [was, is] = [before['x-producers'], after['x-producers']]
  const newProducers = was && is ? is.filter((producer) => !was.includes(producer)) : []
  const formerProducers = was && is ? was.filter((producer) => !is.includes(producer)) : []
  return [
    ...findSchemaChanges({ before: before.payload, after: after.payload, transport, at, resolve }),
    // a consumer refuses an event of a service that does not publish it
    ...newProducers.map((one) => ({
      text: `${at}: the producer ${one} was added`,
      transport,
      ...UNSAFE_FOR_OLD_READERS,
    })),
    ...formerProducers.map((one) => ({
      text: `${at}: the producer ${one} was removed`,
      transport,
      ...UNSAFE_FOR_OLD_WRITERS,
    })),
  ]
}

function throwRef(ref: string): never {
  throw new Error(`The AsyncAPI document has no references, but refers to ${ref}`)
}

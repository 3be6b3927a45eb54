import type { RealtimeServer } from '../connections/socket-types.ts'

type Packet = { type: number; nsp: string; id?: number; data?: unknown }

/** The type of an event in Socket.IO's protocol. */
const EVENT = 2

/**
 * Makes a server serialise the payload of a push once for all its sockets. Socket.IO does so for a broadcast, but not for
 * events with acknowledgements, nor for the batches of a broadcast. Payloads must not be changed after they were emitted.
 */
export function encodePayloadsOnce({ encoder }: RealtimeServer): void {
  const encode = encoder.encode.bind(encoder)
  const texts = new WeakMap<object, string>()

  function serialise(payload: object): string {
    const text = texts.get(payload) ?? JSON.stringify(payload)
    texts.set(payload, text)
    return text
  }

  encoder.encode = (packet: Packet) => {
    const [name, payload, ...others] = Array.isArray(packet.data) ? packet.data : []
    const isPush = packet.type === EVENT && packet.nsp === '/' && typeof payload === 'object' && others.length === 0
    if (!isPush || payload === null) return encode(packet as never)
    return [`${EVENT}${packet.id ?? ''}[${JSON.stringify(name)},${serialise(payload)}]`]
  }
}

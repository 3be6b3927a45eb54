import { io, type Socket } from 'socket.io-client'

/** A connection that records what the server sends. */
export type RecordingSocket = Disposable & {
  socket: Socket
  /** The names of the received messages. */
  received: Set<string>
  /** The received payloads as JSON, for a search of texts. */
  payloads: string[]
  /** Sends a message. Resolves with the acknowledgement. */
  emit(name: string, payload: unknown): Promise<unknown>
}

/** Connects with a token. @throws the refusal as `error.data.code` */
export async function openRecordingSocket(url: string, token?: string): Promise<RecordingSocket> {
  const socket = io(url, {
    transports: ['websocket'],
    reconnection: false,
    forceNew: true,
    auth: token ? { token } : {},
  })
  const received = new Set<string>()
  const payloads: string[] = []
  socket.onAny((name: string, payload: unknown, acknowledge?: () => void) => {
    received.add(name)
    payloads.push(JSON.stringify(payload))
    acknowledge?.()
  })
  await new Promise<void>((resolve, reject) => socket.once('connect', resolve).once('connect_error', reject))
  return {
    socket,
    received,
    payloads,
    emit: (name, payload) => socket.emitWithAck(name, payload),
    [Symbol.dispose]: () => void socket.disconnect(),
  }
}

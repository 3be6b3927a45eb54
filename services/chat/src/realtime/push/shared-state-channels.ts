import { randomUUID } from 'node:crypto'
import type { Logger } from '@meadow/service'
import type { SharedState } from '@meadow/storage'
import * as z from 'zod'
import { createKnownPeers, type PeerTimings } from './known-peers.ts'
import type { PeerChannels } from './peer-channels.ts'
import type { SocketPush } from './push-bus.ts'

/** The channel of all instances. Each instance also has one for itself, with its address. */
const CHANNEL = 'socket-pushes'
const toChannel = (address: string) => `${CHANNEL}:${address}`

/** The longest message that the pub/sub of every engine can carry. */
const MAX_CHANNEL_MESSAGE_BYTES = 7_900
/** A longer batch is stored under a key for this long; the channel then carries the key. */
const STORED_BATCH_SECONDS = 30

/**
 * A batch of pushes, or the key of a stored batch, or an announcement: `hello` of an instance that asks for the others, `here`
 * of one that is there, `bye` of one that stops. The publishing instance has already checked the payloads.
 */
const PeerMessage = z.object({
  from: z.string(),
  pushes: z.array(z.custom<SocketPush>()).optional(),
  storedAt: z.string().optional(),
  announcement: z.enum(['hello', 'here', 'bye']).optional(),
})
type PeerMessage = z.infer<typeof PeerMessage>

type SharedStateChannelsDeps = {
  /** The address of this instance. */
  address: string
  state: Pick<SharedState, 'publish' | 'subscribe' | 'get' | 'set'>
  log: Logger
  /** Tests shorten them. */
  peerTimings?: PeerTimings | undefined
}

/** Creates the channels on the pub/sub of the shared state, on any engine. Instances announce themselves to each other. */
export function createSharedStateChannels(deps: SharedStateChannelsDeps): PeerChannels {
  const { address, state, log, peerTimings } = deps
  const send = (channel: string, message: Omit<PeerMessage, 'from'>) =>
    state.publish(channel, JSON.stringify({ from: address, ...message }))
  const peers = createKnownPeers((announcement) => send(CHANNEL, { announcement }), { log, timings: peerTimings })

  async function publish(channel: string, pushes: readonly SocketPush[]): Promise<void> {
    const text = JSON.stringify({ from: address, pushes })
    if (Buffer.byteLength(text) <= MAX_CHANNEL_MESSAGE_BYTES) return state.publish(channel, text)
    const storedAt = `socket-pushes:${randomUUID()}`
    await state.set(storedAt, text, STORED_BATCH_SECONDS)
    await send(channel, { storedAt })
  }

  async function readStoredPushes(key: string): Promise<readonly SocketPush[]> {
    const stored = await state.get(key)
    return stored === undefined ? [] : (PeerMessage.parse(JSON.parse(stored)).pushes ?? [])
  }

  /** Returns a function that receives messages. Those that follow a stored batch wait until it is read. */
  function createReceiver(onPushes: (pushes: readonly SocketPush[]) => void) {
    let receiving = Promise.resolve()
    const logError = (error: unknown) => log.warn({ err: error }, 'pushes of a peer instance could not be read')
    return (text: string) => {
      try {
        const { from, pushes = [], storedAt, announcement } = PeerMessage.parse(JSON.parse(text))
        if (from === address) return
        peers.receive(from, announcement)
        receiving = receiving
          .then(() => (storedAt === undefined ? pushes : readStoredPushes(storedAt)))
          .then((received) => received.length > 0 && onPushes(received))
          .then(() => undefined, logError)
      } catch (error) {
        logError(error)
      }
    }
  }

  return {
    listPeers: peers.list,
    setLeasedPeers: (addresses) => peers.setLeased(addresses.filter((peer) => peer !== address)),
    publishToAll: (pushes) => publish(CHANNEL, pushes),
    publishTo: (peer, pushes) => publish(toChannel(peer), pushes),
    async subscribe(onPushes) {
      const receive = createReceiver(onPushes)
      const subscriptions = [
        await state.subscribe(toChannel(address), receive),
        await state.subscribe(CHANNEL, receive, peers.introduce),
      ]
      peers.introduce()
      return {
        async [Symbol.asyncDispose]() {
          for (const subscription of subscriptions) await subscription[Symbol.asyncDispose]()
          await peers[Symbol.asyncDispose]()
        },
      }
    },
  }
}

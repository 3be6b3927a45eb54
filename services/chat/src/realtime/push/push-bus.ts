import type { Logger } from '@meadow/service'
import type { Push, SocketPush } from './socket-push.ts'

type DeliverPush = (push: SocketPush) => Promise<void>

/** Connects the code that sends pushes with the sockets of this instance and with the peer instances. */
export type PushBus = {
  push: Push
  /** Sends a push to the sockets of this instance only. Resolves after the delivery; never rejects. */
  pushLocally: DeliverPush
  /** Registers the delivery to the sockets of this instance. */
  connectSockets(deliver: DeliverPush): void
  /** Registers the delivery to the peer instances. */
  connectPeers(forward: Push): void
}

/** Creates a push bus without connections: until sockets and peers are connected, a push reaches nobody. */
export function createPushBus({ log }: { log: Logger }): PushBus {
  const sockets: DeliverPush[] = []
  const peers: Push[] = []

  async function pushLocally(push: SocketPush): Promise<void> {
    for (const deliver of sockets) {
      await deliver(push).catch((error) => log.warn({ err: error, name: push.name }, 'push could not be delivered'))
    }
  }

  return {
    push(push) {
      void pushLocally(push)
      for (const forward of peers) forward(push)
    },
    pushLocally,
    connectSockets: (deliver) => void sockets.push(deliver),
    connectPeers: (forward) => void peers.push(forward),
  }
}

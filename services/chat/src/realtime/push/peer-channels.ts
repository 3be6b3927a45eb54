import type { SocketPush } from './push-bus.ts'

/** The channels between the instances of this service. What is published while they cannot be reached is lost. */
export type PeerChannels = {
  /** Returns the addresses of the peer instances; undefined while they are not known yet. */
  listPeers(): readonly string[] | undefined
  /** Replaces the addresses of the peers that have an active presence lease. */
  setLeasedPeers(addresses: readonly string[]): void
  publishToAll(pushes: readonly SocketPush[]): Promise<void>
  publishTo(address: string, pushes: readonly SocketPush[]): Promise<void>
  /** Calls `onPushes` with the pushes of each peer, in the order in which that peer published them. */
  subscribe(onPushes: (pushes: readonly SocketPush[]) => void): Promise<AsyncDisposable>
}

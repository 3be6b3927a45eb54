import type { Logger } from '@meadow/service'
import type { ConnectedInstances, FindConnectedInstances } from '../presence/connected-instances.ts'
import type { PeerChannels } from './peer-channels.ts'
import type { PeerInstances, SocketPush } from './push-bus.ts'

type PeerFanOutDeps = {
  /** The address of this instance. */
  address: string
  channels: PeerChannels
  findConnectedInstances: FindConnectedInstances
  log: Logger
}

/**
 * Creates the fan-out by address: pushes for members are published to the peer instances that hold their sockets, and other
 * pushes to all. Nothing is published without peers. While presence does not say where all sockets are, pushes go to all.
 */
export function createPeerFanOut({ address, channels, findConnectedInstances, log }: PeerFanOutDeps): PeerInstances {
  /** Finds the instances of these members; undefined if presence does not know the sockets of all peers. */
  async function findInstances(memberIds: readonly string[]): Promise<ConnectedInstances | undefined> {
    const peers = channels.listPeers()
    if (!peers) return undefined
    try {
      const connected = await findConnectedInstances(memberIds)
      return peers.every((peer) => connected.complete.has(peer)) ? connected : undefined
    } catch (error) {
      log.debug({ err: error }, 'presence cannot be read: pushes go to all peer instances')
      return undefined
    }
  }

  async function publishByAddress(pushes: readonly SocketPush[]): Promise<void> {
    const memberIds = [...new Set(pushes.flatMap(listMembers))]
    const connected = memberIds.length > 0 ? await findInstances(memberIds) : undefined
    if (!connected) return channels.publishToAll(pushes)
    const toAll = pushes.filter((push) => !isForMembers(push))
    const addressed = pushes.flatMap((push) => {
      const addresses = new Set(listMembers(push).flatMap((id) => connected.addressesByMember.get(id) ?? []))
      addresses.delete(address)
      return [...addresses].map((peer) => ({ peer, push }))
    })
    await Promise.all([
      toAll.length > 0 && channels.publishToAll(toAll),
      ...[...Map.groupBy(addressed, ({ peer }) => peer)].map(([peer, entries]) =>
        channels.publishTo(
          peer,
          entries.map(({ push }) => push),
        ),
      ),
    ])
  }

  const mayExist = () => channels.listPeers()?.length !== 0

  return {
    mayExist,
    async publish(pushes) {
      if (mayExist()) await publishByAddress(pushes)
    },
    subscribe: channels.subscribe,
  }
}

const isForMembers = ({ to }: SocketPush): boolean => 'member' in to || 'members' in to

const listMembers = ({ to }: SocketPush): readonly string[] =>
  'member' in to ? [to.member] : 'members' in to ? to.members : []

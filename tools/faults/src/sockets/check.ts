import type { SentMessage } from '../chat/history.ts'
import { isConnected, type SocketDevice } from './device.ts'

/** I8: the maximum time until a socket reconnects. */
const MAX_RECONNECT_MS = 10_000
/** The maximum delay of a push. Pushes that were due when a connection ended or an instance was killed do not count. */
const PUSH_DELAY_MS = 1_000
const PUSH_AFTER_ACKNOWLEDGEMENT_MS = 250

type PushCheckDeps = {
  devices: readonly SocketDevice[]
  messages: Iterable<SentMessage>
  /** The times of the kills of chat instances. */
  kills: readonly number[]
}

export type MessagePushCounts = {
  pushes: number
  lost: number
  twice: number
  takenAlong: number
  /** The longest time in milliseconds until a device was connected again, and the devices that are not. */
  slowestBack: number
  offline: number
}

/**
 * Counts the pushes that connected devices received: exactly one per message, and none is expected of a message request. Only a killed instance may lose pushes;
 * `takenAlong` counts these. The next `rev` reveals them.
 */
export function countMessagePushes({ devices, messages, kills }: PushCheckDeps): MessagePushCounts {
  const counts = { pushes: 0, lost: 0, twice: 0, takenAlong: 0 }
  for (const message of messages) {
    const isTakenAlong = kills.some(
      (at) => message.requestedAt < at && at < message.acknowledgedAt + PUSH_AFTER_ACKNOWLEDGEMENT_MS,
    )
    for (const { connections } of devices.filter(isDeviceOf(message))) {
      for (const { since, until, pushCounts } of connections) {
        const times = pushCounts.get(message._id) ?? 0
        counts.pushes += times
        if (times > 1) counts.twice++
        const isWhole = since < message.requestedAt && message.acknowledgedAt + PUSH_DELAY_MS < until
        if (isWhole && times === 0) counts[isTakenAlong ? 'takenAlong' : 'lost']++
      }
    }
  }
  const slowestBack = Math.round(Math.max(0, ...devices.flatMap(listOfflineDurations)))
  return { ...counts, slowestBack, offline: devices.filter((device) => !isConnected(device)).length }
}

/** Returns a line for each violation. */
export const findBrokenPushes = ({ lost, twice, slowestBack, offline }: MessagePushCounts): string[] => [
  ...(lost > 0 ? [`${lost} pushes of messages did not reach connected devices`] : []),
  ...(twice > 0 ? [`I3 ${twice} devices received a push twice`] : []),
  ...(slowestBack > MAX_RECONNECT_MS ? [`I8 a device reconnected only after ${slowestBack} ms`] : []),
  ...(offline > 0 ? [`I8 ${offline} devices did not reconnect`] : []),
]

const isDeviceOf =
  ({ by, to, mayBeRequest }: SentMessage) =>
  ({ member }: SocketDevice) =>
    member === by || (member === to && !mayBeRequest)

/** Returns the times between the connections. */
const listOfflineDurations = ({ connections }: SocketDevice): number[] =>
  connections.slice(1).map(({ since }, index) => since - (connections[index]?.until ?? since))

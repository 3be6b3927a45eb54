import type { Message } from '../chat/history.ts'
import type { Device } from './device.ts'

/** I8: sockets are back within this. */
const BACK_MS = 10_000
/** A hint may be on its way for so long when its connection ends, or when the instance is killed that gives it. */
const ON_ITS_WAY_MS = 1_000
const GIVEN_WITHIN_MS = 250

type Of = {
  devices: readonly Device[]
  messages: Iterable<Message>
  /** When instances of the chat were killed. */
  kills: readonly number[]
}

export type Told = { hints: number; lost: number; twice: number; takenAlong: number; slowestBack: number }

/**
 * What devices were told of messages as long as they were connected: of each once. Only a killed instance takes along what
 * it was about to tell; `takenAlong` counts these, of which the next `rev` tells.
 */
export function told({ devices, messages, kills }: Of): Told {
  const counts = { hints: 0, lost: 0, twice: 0, takenAlong: 0 }
  for (const message of messages) {
    const isTakenAlong = kills.some((at) => message.said < at && at < message.acknowledged + GIVEN_WITHIN_MS)
    for (const { connections } of devices.filter(isOf(message))) {
      for (const { since, until, told: heard } of connections) {
        const times = heard.get(message._id) ?? 0
        counts.hints += times
        if (times > 1) counts.twice++
        const isWhole = since < message.said && message.acknowledged + ON_ITS_WAY_MS < until
        if (isWhole && times === 0) counts[isTakenAlong ? 'takenAlong' : 'lost']++
      }
    }
  }
  return { ...counts, slowestBack: Math.round(Math.max(0, ...devices.flatMap(awayFor))) }
}

export const brokenIn = ({ lost, twice, slowestBack }: Told): string[] => [
  ...(lost > 0 ? [`${lost} hints of messages did not reach devices that were connected`] : []),
  ...(twice > 0 ? [`I3 ${twice} devices were told of a message twice`] : []),
  ...(slowestBack > BACK_MS ? [`I8 a device was back only after ${slowestBack} ms`] : []),
]

const isOf =
  ({ by, to }: Message) =>
  ({ member }: Device) =>
    member === by || member === to

/** How long it was between one connection and the next. */
const awayFor = ({ connections }: Device): number[] =>
  connections.slice(1).map(({ since }, index) => since - (connections[index]?.until ?? since))

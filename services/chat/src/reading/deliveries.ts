import type { BackgroundTask, Logger } from '@meadow/service'
import type { Push } from '../realtime/push/socket-push.ts'
import type { ReadingRepository } from './reading-repository.ts'

/** Notes that a device of `member` has what `otherId` wrote, up to and including a place. Never throws. */
export type NoteDelivered = (member: string, otherId: string, upToSeq: number) => void

type Parts = { reading: Pick<ReadingRepository, 'deliver'>; push: Push; log: Logger }

/** How many may wait; beyond that they are forgotten: the next message, or a look at the conversation, says it again. */
const WAITING_MAX = 10_000

/**
 * Keeps how far messages have come, and tells both. What comes while one of a conversation is on its way goes
 * together; all goes one after the other, since nobody waits for it.
 */
export function createDeliveries({ reading, push, log }: Parts): BackgroundTask & { note: NoteDelivered } {
  const waiting = new Map<string, { member: string; otherId: string; upToSeq: number }>()
  let running: Promise<void> | undefined

  async function run(): Promise<void> {
    for (const [key, { member, otherId, upToSeq }] of waiting) {
      waiting.delete(key)
      try {
        const delivered = await reading.deliver({ _id: member }, otherId, upToSeq)
        if (!delivered) continue
        for (const [to, userId] of [
          [otherId, member],
          [member, otherId], // else whoever received it had to ask what moved the conversation on
        ] as const)
          push({ to: { member: to }, name: 'messageDelivered', payload: { userId, receiverId: member, ...delivered } })
      } catch (error) {
        log.warn({ err: error }, 'a delivery could not be noted')
      }
    }
    running = undefined
  }

  return {
    note(member, otherId, upToSeq) {
      const key = `${member}:${otherId}`
      const before = waiting.get(key)
      if (!before && waiting.size >= WAITING_MAX) return
      waiting.set(key, { member, otherId, upToSeq: Math.max(upToSeq, before?.upToSeq ?? 0) })
      running ??= run()
    },
    name: 'deliveries',
    start: async () => undefined,
    stop: async () => running,
  }
}

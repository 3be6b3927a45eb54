import type { Logger } from '@meadow/service'
import { createBackOff } from '@meadow/storage'
import type { EachBatchPayload, KafkaMessage } from 'kafkajs'
import { type Delivery, deadTopic, type Subscription } from '../bus.ts'
import { toDelivery } from './kafka-delivery.ts'
import { createTurns } from './turns.ts'

type Parts = { prefix: string; over: AbortSignal; log: Logger }

const MOST = 200
const BEAT_MS = 500

/**
 * Hands what a consumer reads to its subscription, a topic's batches one at a time. Its place moves on after the effect.
 * While a batch is handled, or waits until it can be, the consumer gives signs of life; when its group has to share
 * anew, the batch is given up between two attempts, and whoever gets its partition reads it again.
 */
export function takeBatches({ group, handle }: Subscription, { prefix, over, log }: Parts) {
  const inTurn = createTurns()
  const running = new Set<Promise<void>>()

  /** Handles events until it succeeds; answers whether it did. */
  async function handled(deliveries: readonly Delivery[], givenUp: AbortSignal): Promise<boolean> {
    const patience = createBackOff()
    while (!givenUp.aborted) {
      try {
        if (deliveries.length > 0) await handle(deliveries)
        if (patience.failures > 0) log.info({ group }, 'events are handled again')
        return true
      } catch (error) {
        if (patience.failures === 0) log.warn({ err: error, group }, 'events wait until they can be handled')
        await patience.wait(givenUp)
      }
    }
    return false
  }

  async function takeOne(payload: EachBatchPayload): Promise<void> {
    const { batch, heartbeat, resolveOffset, commitOffsetsIfNecessary, uncommittedOffsets } = payload
    const topic = batch.topic.slice(prefix.length)
    using alive = keepAlive(payload)
    const givenUp = AbortSignal.any([over, alive.lost])
    await inTurn(topic, async () => {
      for (let from = 0; from < batch.messages.length; from += MOST) {
        if (payload.isStale()) return
        const messages = batch.messages.slice(from, from + MOST).filter((message) => isSaid(topic, message))
        const deliveries = messages.map((message) => toDelivery(topic, batch.partition, message))
        if (!(await handled(deliveries, givenUp))) break
        resolveOffset(batch.messages[Math.min(from + MOST, batch.messages.length) - 1]?.offset ?? '')
        await commitOffsetsIfNecessary(uncommittedOffsets())
        await heartbeat()
      }
    })
    if (alive.lost.aborted) await heartbeat() // throws what the client wants to know
  }

  return {
    take(payload: EachBatchPayload): Promise<void> {
      const taken = takeOne(payload).finally(() => running.delete(taken))
      running.add(taken)
      return taken
    },
    isBusy: () => running.size > 0,
    /** Waits for what is being handled. */
    done: () => Promise.allSettled(running),
  }
}

/** A dead letter that was taken off leaves a message without content. */
const isSaid = (topic: string, { value }: KafkaMessage) => value !== null || !topic.endsWith(deadTopic(''))

/** Gives signs of life until it is disposed of; `lost` is aborted when the group no longer counts on us. */
function keepAlive({ heartbeat }: EachBatchPayload): Disposable & { lost: AbortSignal } {
  const lost = new AbortController()
  const timer = setInterval(() => void heartbeat().catch((error) => lost.abort(error)), BEAT_MS)
  return { lost: lost.signal, [Symbol.dispose]: () => clearInterval(timer) }
}

import { setImmediate } from 'node:timers/promises'
import type { Logger } from '@meadow/service'
import { createBackOff, createKeyedQueue } from '@meadow/storage'
import type { EachBatchPayload, KafkaMessage } from 'kafkajs'
import { type Delivery, deadLetterTopic, type Subscription } from '../bus.ts'
import { toDelivery } from './kafka-delivery.ts'

type Parts = { prefix: string; over: AbortSignal; log: Logger }

const MOST = 200
const BEAT_MS = 500

/**
 * Hands what a consumer reads to its subscription, a topic's batches one at a time: what a fetch brings comes as one from
 * each partition, and is handled together. Its place moves on after the effect. While a batch is handled, or waits until
 * it can be, the consumer gives signs of life; when its group has to share anew, the batch is given up between two
 * attempts, and whoever gets its partition reads it again.
 */
export function takeBatches({ group, handle }: Subscription, { prefix, over, log }: Parts) {
  const inTurn = createKeyedQueue()
  const gathering = new Map<string, { batches: EachBatchPayload[]; taken: Promise<void> }>()
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

  async function takeAll(topic: string, batches: readonly [EachBatchPayload, ...EachBatchPayload[]]): Promise<void> {
    const [{ heartbeat, commitOffsetsIfNecessary, uncommittedOffsets }] = batches
    using alive = keepAlive(heartbeat)
    const givenUp = AbortSignal.any([over, alive.lost])
    for (const slices of cut(batches)) {
      const fresh = slices.filter(({ batch }) => !batch.isStale())
      if (
        !(await handled(
          fresh.flatMap((slice) => toDeliveries(topic, slice)),
          givenUp,
        ))
      )
        break
      for (const { batch, messages } of fresh) batch.resolveOffset(messages.at(-1)?.offset ?? '')
      await commitOffsetsIfNecessary(uncommittedOffsets())
      await heartbeat()
    }
    if (alive.lost.aborted) await heartbeat() // throws what the client wants to know
  }

  /** Begins to gather what the fetch at hand has of this topic, and takes it when it is all there and its turn has come. */
  function gather(topic: string, first: EachBatchPayload): Promise<void> {
    const batches: [EachBatchPayload, ...EachBatchPayload[]] = [first]
    const taken = inTurn(topic, async () => {
      await setImmediate()
      gathering.delete(topic)
      await takeAll(topic, batches)
    }).finally(() => running.delete(taken))
    running.add(taken)
    gathering.set(topic, { batches, taken })
    return taken
  }

  return {
    take(payload: EachBatchPayload): Promise<void> {
      const topic = payload.batch.topic.slice(prefix.length)
      const gathered = gathering.get(topic)
      gathered?.batches.push(payload)
      return gathered?.taken ?? gather(topic, payload)
    },
    isBusy: () => running.size > 0,
    /** Waits for what is being handled. */
    done: () => Promise.allSettled(running),
  }
}

type Slice = { batch: EachBatchPayload; messages: KafkaMessage[] }

/** Pieces of at most `MOST` messages, each partition in its order. */
function* cut(batches: readonly EachBatchPayload[]): Generator<Slice[]> {
  let piece: Slice[] = []
  let room = MOST
  for (const batch of batches) {
    for (let from = 0; from < batch.batch.messages.length; ) {
      const messages = batch.batch.messages.slice(from, from + room)
      piece.push({ batch, messages })
      from += messages.length
      room -= messages.length
      if (room > 0) continue
      yield piece
      piece = []
      room = MOST
    }
  }
  if (piece.length > 0) yield piece
}

const toDeliveries = (topic: string, { batch: { batch }, messages }: Slice): Delivery[] =>
  messages.filter((message) => isSaid(topic, message)).map((message) => toDelivery(topic, batch.partition, message))

/** A dead letter that was taken off leaves a message without content. */
const isSaid = (topic: string, { value }: KafkaMessage) => value !== null || !topic.endsWith(deadLetterTopic(''))

/** Gives signs of life until it is disposed of; `lost` is aborted when the group no longer counts on us. */
function keepAlive(heartbeat: EachBatchPayload['heartbeat']): Disposable & { lost: AbortSignal } {
  const lost = new AbortController()
  const timer = setInterval(() => void heartbeat().catch((error) => lost.abort(error)), BEAT_MS)
  return { lost: lost.signal, [Symbol.dispose]: () => clearInterval(timer) }
}

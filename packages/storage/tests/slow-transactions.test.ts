import { afterEach, beforeEach, expect, it, jest } from '@jest/globals'
import { createTransactionQueue } from '../src/transaction-queue.ts'

const CALLER_TIMEOUT_MS = 5_000
const REPEAT_DELAY_MS = 100
/** A busy store: the transactions of one member take longer than their callers wait. */
const TRANSACTION_MS = 900
const MEMBER_COUNT = 8
const RUN_MS = 120_000

beforeEach(() => void jest.useFakeTimers())
afterEach(() => void jest.useRealTimers())

const wait = (ms: number) => new Promise<void>((resolve) => void setTimeout(resolve, ms))

it('does not work for callers that have given up: on a slow store every repeated request succeeds in the end', async () => {
  const { transactionQueue } = createTransactionQueue('test')
  const longestMs = Array.from({ length: MEMBER_COUNT }, () => 0)
  let isEnded = false

  /** As the chat on MongoDB does: a change of a conversation waits for both of its members. */
  const change = (member: number, other: number) => {
    const [low, high] = [Math.min(member, other), Math.max(member, other)]
    return transactionQueue(`${low}`, () => transactionQueue(`${high}`, () => wait(TRANSACTION_MS)))
  }
  const changeWithinTimeout = (member: number, other: number) => {
    const result = change(member, other).then(
      () => true,
      () => false,
    )
    return Promise.race([result, wait(CALLER_TIMEOUT_MS).then(() => false)])
  }
  async function actAs(member: number): Promise<void> {
    let startedAt = Date.now()
    for (let count = 0; !isEnded; count++) {
      const isAnswered = await changeWithinTimeout(member, (member + 1 + (count % 2)) % MEMBER_COUNT)
      longestMs[member] = Math.max(longestMs[member] ?? 0, Date.now() - startedAt)
      if (isAnswered) startedAt = Date.now()
      else await wait(REPEAT_DELAY_MS)
    }
  }

  const acting = Promise.all(longestMs.map((_, member) => actAs(member)))
  await jest.advanceTimersByTimeAsync(RUN_MS)
  isEnded = true
  await jest.advanceTimersByTimeAsync(RUN_MS)
  await acting
  expect(Math.max(...longestMs)).toBeLessThan(30_000)
})

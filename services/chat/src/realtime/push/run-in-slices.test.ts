import { expect, it } from '@jest/globals'
import { runInSlices } from './run-in-slices.ts'

/** Runs 1,000 items, each of which takes some time of a clock. Returns the sizes of the slices between turns. */
async function runItems(msPerItem: (item: number) => number): Promise<number[]> {
  let time = 0
  let pending = 0
  const sizes: number[] = []
  const done: number[] = []
  const waitForTurn = async () => {
    time += pending // sockets are written in the turn after the work
    pending = 0
  }
  const work = (slice: readonly number[]) => {
    expect(pending).toBe(0)
    sizes.push(slice.length)
    done.push(...slice)
    pending = slice.reduce((sum, item) => sum + msPerItem(item), 0)
  }
  const items = Array.from({ length: 1_000 }, (_none, index) => index)
  await runInSlices(items, work, { now: () => time, waitForTurn })
  expect(done).toEqual(items)
  return sizes
}

it('gives the event loop a turn after at most 100 items, however fast they are', async () => {
  expect(Math.max(...(await runItems(() => 0)))).toBe(100)
})

it('makes slices of slow items smaller, until each takes 8 ms', async () => {
  const [first, ...others] = await runItems(() => 0.5)
  expect(first).toBe(25)
  expect(Math.max(...others)).toBe(16)
})

it('makes slices larger again', async () => {
  const sizes = await runItems((item) => (item < 100 ? 2 : 0.1))
  expect(Math.min(...sizes)).toBe(5)
  expect(Math.max(...sizes)).toBe(80)
})

import { afterAll, describe } from '@jest/globals'

/** Runs the contract of a port against each of its adapters; a new adapter only adds an entry. */
export function onEveryEngine<Open>(engines: Record<string, Open>, contract: (open: Open) => void): void {
  describe.each(Object.entries(engines))('on %s', (_engine, open) => contract(open))
}

/** Opens something when a block's first test asks, gives the same to all its tests, and closes it after them. */
export function usingOnce<Opened extends AsyncDisposable>(open: () => Promise<Opened>): () => Promise<Opened> {
  let opened: Promise<Opened> | undefined
  afterAll(async () => {
    await (await opened)?.[Symbol.asyncDispose]()
  })
  return () => {
    opened ??= open()
    return opened
  }
}

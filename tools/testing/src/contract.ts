import { afterAll, describe } from '@jest/globals'

/**
 * Runs the contract of a port against each of its adapters; a new adapter only adds an entry. One whose engine cannot be
 * had here (undefined) is skipped.
 */
export function describeOnEachEngine<Open>(
  engines: Record<string, Open | undefined>,
  contract: (open: Open) => void,
): void {
  for (const [engine, open] of Object.entries(engines)) {
    const title = `on ${engine}`
    if (open === undefined) describe.skip(title, () => contract(open as never))
    else describe(title, () => contract(open))
  }
}

/** Opens something when a block's first test asks, gives the same to all its tests, and closes it after them. */
export function shareAcrossTests<Opened extends AsyncDisposable>(open: () => Promise<Opened>): () => Promise<Opened> {
  let opened: Promise<Opened> | undefined
  afterAll(async () => {
    await (await opened)?.[Symbol.asyncDispose]()
  })
  return () => {
    opened ??= open()
    return opened
  }
}

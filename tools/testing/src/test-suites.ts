import { afterAll, describe } from '@jest/globals'

/**
 * Runs the contract tests of a port against each of its adapters. Skips the adapters whose engine is not available
 * (undefined).
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

/** Opens a resource for the first test of a block, returns the same one to the others, and closes it after the last. */
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

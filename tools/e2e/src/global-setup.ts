import { findOrUnpackBrowser } from '@meadow/testing/browser'
import { openSharedStackHost } from '@meadow/testing/shared-stack'

/** Prepares what the workers share. Returns the function that stops it after the run. */
export default async function setUp(): Promise<() => Promise<void>> {
  await findOrUnpackBrowser() // only one process may unpack it
  const host = await openSharedStackHost()
  return async () => host[Symbol.asyncDispose]()
}

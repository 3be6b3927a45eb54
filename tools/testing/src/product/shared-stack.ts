import { findBrowser } from './browser.ts'
import { type RunningStack, stackAt, startStack } from './stack.ts'

/** Where the processes of a test run find the product that they share. */
const SHARED = 'E2E_SHARED_STACK'

/** Starts the product that all tests of this run share, and has a browser ready; nobody is as slow as its limits ask. */
export async function shareStack(): Promise<AsyncDisposable> {
  process.env['RATE_LIMITS'] = 'off'
  await findBrowser()
  const stack = await startStack()
  process.env[SHARED] = JSON.stringify({ url: stack.url, dataDir: stack.dataDir })
  return stack
}

/** The product that all tests of this run share. */
export function sharedStack(): RunningStack {
  const { url, dataDir } = JSON.parse(process.env[SHARED] ?? '{}')
  if (!url) throw new Error(`${SHARED} is not set: run the tests by jest.config.mjs`)
  return stackAt(url, dataDir)
}

import { findOrUnpackBrowser } from './browser.ts'
import { attachToStack, type RunningStack, startStack } from './stack.ts'

/** The environment variable with the shared product of a test run. */
const SHARED_STACK_VARIABLE = 'E2E_SHARED_STACK'

/** Starts the product that all tests of a run share, without rate limits, and unpacks the browser. */
export async function openSharedStack(): Promise<AsyncDisposable> {
  process.env['RATE_LIMITS'] = 'off'
  await findOrUnpackBrowser()
  const stack = await startStack()
  process.env[SHARED_STACK_VARIABLE] = JSON.stringify({ url: stack.url, dataDir: stack.dataDir })
  return stack
}

/** Returns the product that all tests of this run share. @throws if the run has none */
export function attachToSharedStack(): RunningStack {
  const { url, dataDir } = JSON.parse(process.env[SHARED_STACK_VARIABLE] ?? '{}')
  if (!url) throw new Error(`${SHARED_STACK_VARIABLE} is not set: run the tests by jest.config.mjs`)
  return attachToStack(url, dataDir)
}

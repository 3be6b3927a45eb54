import { shareStack } from '@meadow/testing/shared-stack'

/** The product that the browser tests share; jest calls this only where one of them is about to run. */
export default async function begin() {
  globalThis.sharedStack = await shareStack()
}

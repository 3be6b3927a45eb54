import { shareStack } from '../e2e/src/shared-stack.ts'

/** The product that the browser tests share; jest calls this only where one of them is about to run. */
export default async function begin() {
  globalThis.sharedStack = await shareStack()
}

import { openSharedStack } from '@meadow/testing/shared-stack'

/** Starts the product that the browser tests share. Jest calls this only if one of them runs. */
export default async function begin() {
  globalThis.sharedStack = await openSharedStack()
}

import { TestEnvironment } from 'jest-environment-jsdom'

const HANDED_OVER = [
  ...['TextEncoder', 'TextDecoder', 'structuredClone', 'BroadcastChannel'],
  ...['fetch', 'Request', 'Response', 'Headers', 'ReadableStream', 'TransformStream', 'WritableStream'],
]

/** jsdom, with what browsers have and Node has too, but jsdom hides. */
export default class BrowserEnvironment extends TestEnvironment {
  async setup() {
    await super.setup()
    for (const name of HANDED_OVER) this.global[name] = globalThis[name]
    this.global.Uint8Array = Uint8Array // what TextEncoder answers must be one of the page's
  }
}

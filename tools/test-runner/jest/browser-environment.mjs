import { TestEnvironment } from 'jest-environment-jsdom'

const NODE_GLOBALS = [
  'TextEncoder',
  'TextDecoder',
  'structuredClone',
  'BroadcastChannel',
  'fetch',
  'Request',
  'Response',
  'Headers',
  'ReadableStream',
  'TransformStream',
  'WritableStream',
]

/** jsdom with the globals that browsers and Node have, but jsdom hides. */
export default class BrowserEnvironment extends TestEnvironment {
  async setup() {
    await super.setup()
    for (const name of NODE_GLOBALS) this.global[name] = globalThis[name]
    this.global.Uint8Array = Uint8Array // the result of TextEncoder must be an instance of it
  }
}

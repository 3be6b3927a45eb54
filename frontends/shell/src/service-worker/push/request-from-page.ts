import type { PushWorkerMessage } from './push-messages.ts'
import type { PageClient } from './push-scope.ts'

const RESPONSE_TIMEOUT_MS = 700

/** Asks a page. Returns undefined if it does not respond: it is loading, frozen, or of an older version. */
export function requestFromPage(page: PageClient, message: PushWorkerMessage): Promise<unknown> {
  const { port1, port2 } = new MessageChannel()
  return new Promise((resolve) => {
    const end = (response: unknown) => {
      clearTimeout(timer)
      port1.close()
      resolve(response)
    }
    const timer = setTimeout(end, RESPONSE_TIMEOUT_MS, undefined)
    port1.onmessage = ({ data }) => end(data)
    page.postMessage(message, [port2])
  })
}

import type { PageMessage, WorkerMessage } from '../../service-worker/messages.ts'

const WORKER_PATH = '/sw.js'

/** Registers the service worker unless it is switched off. Does nothing where browsers have none, for example without https. */
export async function registerServiceWorker(): Promise<void> {
  const { serviceWorker } = navigator
  if (!serviceWorker) return
  try {
    const isInstalled = (await serviceWorker.getRegistration()) !== undefined
    if (!isInstalled && (await isSwitchedOff())) return
    const registration = await serviceWorker.register(WORKER_PATH, { updateViaCache: 'none' })
    if (isInstalled) void registration.update().catch(() => undefined)
  } catch {
    // The browser forbids it, or there is no network.
  }
}

/** Asks the service worker to look for new releases. It answers by a message to all pages. */
export async function requestReleaseCheck(): Promise<void> {
  const registration = await navigator.serviceWorker?.getRegistration().catch(() => undefined) // the browser forbids it
  registration?.active?.postMessage({ type: 'check-releases' } satisfies PageMessage)
}

/** Calls `listener` with each message of the service worker, until `signal` aborts. */
export function onWorkerMessage(listener: (message: WorkerMessage) => void, signal: AbortSignal): void {
  navigator.serviceWorker?.addEventListener('message', ({ data }) => listener(data as WorkerMessage), { signal })
}

async function isSwitchedOff(): Promise<boolean> {
  const { headers } = await fetch(WORKER_PATH, { method: 'HEAD', cache: 'no-store' })
  return headers.get('X-Service-Worker') === 'off'
}

import type { PageMessage } from '../../service-worker/messages.ts'

const WORKER_PATH = '/sw.js'

/** Registers the service worker, and asks it for new releases. Does nothing where browsers have none, for example without https. */
export async function registerServiceWorker(): Promise<void> {
  try {
    await navigator.serviceWorker?.register(WORKER_PATH, { updateViaCache: 'none' })
    const { active } = await navigator.serviceWorker.ready
    active?.postMessage({ type: 'check-releases' } satisfies PageMessage)
  } catch {
    // The browser forbids it, or there is no network.
  }
}

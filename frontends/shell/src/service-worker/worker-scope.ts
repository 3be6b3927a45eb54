/** The global scope of this service worker. */
export const worker = globalThis as unknown as ServiceWorkerGlobalScope

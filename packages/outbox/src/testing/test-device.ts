import { IDBFactory } from 'fake-indexeddb'
import type { SendOutboxRequest } from '../send/outbox-request.ts'
import { createFallbackOutboxStorage } from '../store/fallback-outbox-storage.ts'
import { createIndexedDbOutboxStorage } from '../store/indexed-db-outbox-storage.ts'
import { createOutboxStore } from '../store/outbox-store.ts'
import { offlineError } from './fake-outbox-server.ts'
import { createTestLocks, openTestDatabase, openTestOutbox } from './share-test-browser.ts'

/** A browser of a member, with its own storage and network. Its tabs share both. */
export type TestDevice = ReturnType<typeof createTestDevice>

/** Creates a device, which is online. Requests without a client key get one each that begins with the name of the device. */
export function createTestDevice(name: string, memberId: string, sendRequest: SendOutboxRequest) {
  const factory = new IDBFactory()
  const withLock = createTestLocks()
  const shared = createIndexedDbOutboxStorage(() => withGlobal('indexedDB', factory, openTestDatabase))
  const device = {
    name,
    memberId,
    isOnline: true,
    store: createOutboxStore(shared, memberId),
    openTab: () =>
      withGlobal('BroadcastChannel', toDeviceChannel(name), () =>
        openTestOutbox({
          memberId,
          storage: createFallbackOutboxStorage(shared),
          withLock,
          sendRequest: (request, options) => {
            if (!device.isOnline) return Promise.reject(offlineError)
            return sendRequest({ ...request, key: request.key ?? `${name} ${crypto.randomUUID()}` }, options)
          },
        }),
      ),
  }
  return device
}

/** Channels reach only the tabs of their device. */
const toDeviceChannel = (device: string) =>
  class extends BroadcastChannel {
    constructor(channel: string) {
      super(`${device} ${channel}`)
    }
  }

/** Runs synchronous work with another value of a global name. */
function withGlobal<Name extends 'indexedDB' | 'BroadcastChannel', T>(
  name: Name,
  value: (typeof globalThis)[Name],
  work: () => T,
): T {
  const before = globalThis[name]
  globalThis[name] = value
  try {
    return work()
  } finally {
    globalThis[name] = before
  }
}

import { createWorkerOutboxSender, drainOutbox, OUTBOX_SYNC_TAG, readDeviceMemberId } from '@meadow/web/outbox-engine'
import { worker } from '../worker-scope.ts'

/** The event of Background Sync, which TypeScript does not know. */
type SyncEvent = ExtendableEvent & { tag: string }

const sendRequest = createWorkerOutboxSender()

/** Sends what waits in the outbox when the browser is online again, also while no page is open. */
export function registerOutboxSync(): void {
  worker.addEventListener('sync' as never, (event: SyncEvent) => {
    if (event.tag === OUTBOX_SYNC_TAG) event.waitUntil(drainDeviceOutbox())
  })
}

/** Sends the outbox of the member of this device. @throws if something must be repeated: then the browser calls again */
async function drainDeviceOutbox(): Promise<void> {
  const memberId = await readDeviceMemberId()
  if (memberId === undefined) return
  if (!(await drainOutbox({ memberId, sendRequest }))) throw new Error('The outbox has entries that wait')
}

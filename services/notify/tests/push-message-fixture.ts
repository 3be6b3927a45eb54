import { alice, bob, shareAcrossTests } from '@meadow/testing'
import { createTestClock } from '@meadow/testing/service'
import { createPushClient, type PushClientOptions } from '../src/push/sending/push-client.ts'
import { openWithPushService } from './push-fixtures.ts'
import { accept } from './push-service.ts'

const shared = shareAcrossTests(() =>
  openWithPushService({ clock: createTestClock({ startsAt: new Date('2026-03-01T12:00:00Z') }) }),
)

/**
 * Prepares the shared service without subscriptions, with a sender and a client of its own, and a message of Bob for Alice's new
 * device. The clock continues from the test before.
 */
export async function openWithMessage(clientOptions: Partial<PushClientOptions> = {}) {
  const notify = await shared()
  const { pushService, clock, pool } = notify
  await pool.query('delete from push_subscriptions')
  pushService.received.length = 0
  pushService.setResponse(accept)
  const { host, ca } = pushService
  const client = createPushClient({ hosts: [host], privateAddresses: ['127.0.0.1'], ca, ...clientOptions })
  const sender = notify.createSender(client)
  const device = await notify.openDevice(alice)
  const messages = notify.conversation(alice, bob)
  const sent = messages.sent(bob)
  await notify.deliverEvents(sent)
  const findFailure = async () => (await device.config()).subscription?.lastFailure
  return {
    ...notify,
    startsAt: clock.now(),
    device,
    messages,
    sent,
    findFailure,
    createSender: () => notify.createSender(client),
    sendPushes: () => sender.drain(),
    [Symbol.dispose]: () => client[Symbol.dispose](),
  }
}

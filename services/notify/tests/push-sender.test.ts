import { describe, expect, it } from '@jest/globals'
import { alice, bob } from '@meadow/testing'
import { openWithMessage } from './push-message-fixture.ts'
import { accept } from './push-service.ts'

describe('the sender', () => {
  it('sends a push once although several instances send', async () => {
    using notify = await openWithMessage()
    const { device, createSender, openDevice } = notify
    const devices = [device, ...(await Promise.all(Array.from({ length: 9 }, () => openDevice(alice))))]
    await notify.deliverEvents(notify.messages.sent(bob))
    await Promise.all(Array.from({ length: 4 }, () => createSender().drain()))
    expect(devices.map(({ requests }) => requests().length)).toEqual(Array(10).fill(1))
  })

  it('is not stopped by an endpoint that does not respond', async () => {
    using notify = await openWithMessage()
    const { device, pushService, openDevice, sendPushes, conversation, deliverEvents } = notify
    await sendPushes()
    const silent = await openDevice(alice)
    const silentPath = new URL(silent.subscription.endpoint).pathname
    const other = Promise.withResolvers<void>()
    pushService.setResponse(async (response) => {
      if (response.req.url === silentPath) {
        await other.promise // until the other device has its push
        response.socket?.destroy()
        return
      }
      accept(response)
      other.resolve()
    })
    await deliverEvents(conversation(alice, bob).sent(bob))
    await sendPushes()
    expect(device.requests()).toHaveLength(2)
    expect((await silent.config()).subscription.lastFailure).toMatchObject({ code: 'unreachable' })
  })

  it('sends the newer of two pushes of a conversation that wait', async () => {
    using notify = await openWithMessage()
    const { device, deliverEvents, messages, sendPushes } = notify
    const newer = messages.sent(bob)
    await deliverEvents(newer)
    await sendPushes()
    expect(device.pushes()).toMatchObject([{ id: (newer.data as { messageId: string }).messageId }])
  })

  it('sends the newer push that arrives while the older one is under way', async () => {
    using notify = await openWithMessage()
    const { device, deliverEvents, messages, sendPushes, pushService } = notify
    const newer = messages.sent(bob)
    pushService.setResponse(async (response) => {
      if (device.requests().length === 1) await deliverEvents(newer)
      accept(response)
    })
    await sendPushes()
    expect(device.pushes()).toMatchObject([{}, { id: (newer.data as { messageId: string }).messageId }])
  })
})

import { describe, expect, it } from '@jest/globals'
import { eventually, shareAcrossTests, testLog } from '@meadow/testing'
import { createSharedStateChannels } from '../src/realtime/push/shared-state-channels.ts'
import { startChatApi } from './chat-api.ts'
import { writePacket } from './chat-harness.ts'
import { waitForPushes } from './conversation-fixture.ts'

const chat = shareAcrossTests(startChatApi)

/** The server requests this many acknowledgements from a socket before it waits for some of them. */
const MAX_REQUESTED = 300
/** More than that, and far more packets than a connection may send at once. */
const BURST = MAX_REQUESTED + 5
const BATCH_SIZE = 100

/** Connects a device that holds acknowledgements back, and a peer instance that pushes messages to it. */
async function connectDevice() {
  const { as, addMutualFollowers, connect, state } = await chat()
  const [sender, recipient] = await addMutualFollowers()
  const sent = await as(sender).sendMessage(recipient, 'Hello')
  const device = await connect(recipient)
  const acknowledgements: (() => void)[] = []
  device.socket.on('newMessage', (_message, acknowledge) => acknowledge && acknowledgements.push(acknowledge))
  const peer = createSharedStateChannels({ address: 'peer', state, log: testLog })
  let seq = 0

  async function pushMessages(count: number): Promise<void> {
    const last = seq + count
    while (seq < last) {
      const batch = Array.from({ length: Math.min(BATCH_SIZE, last - seq) }, () => ({ ...sent, seq: ++seq }))
      await peer.publishToAll(batch.map((payload) => ({ to: { member: recipient._id }, name: 'newMessage', payload })))
      await waitForPushes(device, 'newMessage', seq)
    }
  }

  return {
    device,
    acknowledgements,
    pushMessages,
    readDelivered: async () => (await as(sender).conversation(recipient)).deliveredUpTo,
  }
}

describe('a device that receives many messages', () => {
  it('gets all of them and may acknowledge them at once', async () => {
    const { device, acknowledgements, pushMessages, readDelivered } = await connectDevice()
    await pushMessages(BURST)
    expect(acknowledgements).toHaveLength(MAX_REQUESTED)
    for (const acknowledge of acknowledgements.splice(0)) acknowledge()
    expect(await device.emit('join', '')).toEqual({ ok: true })
    await pushMessages(BURST)
    expect(acknowledgements).toHaveLength(MAX_REQUESTED)
    const received = device.received('newMessage').map(({ seq }) => seq)
    expect(received).toEqual(Array.from({ length: 2 * BURST }, (_none, index) => index + 1))
    await eventually(async () => expect(await readDelivered()).toBe(1)) // the newest stored message
  })

  it.each([
    ['repeats acknowledgements', () => '430[]'],
    ['acknowledges what the server did not send', (id: number) => `43${id + 1}[]`],
  ])('is closed if it %s', async (_title, toPacket) => {
    const { device, pushMessages } = await connectDevice()
    await pushMessages(1)
    for (let count = 0; count < BURST; count += 1) writePacket(device, toPacket(count))
    expect(await device.disconnected).toBe('transport close')
  })
})

import { describe, expect, it } from '@jest/globals'
import { alice, bob } from '@meadow/testing'
import { createTestClock } from '@meadow/testing/service'
import { openWithPushService } from './push-fixtures.ts'
import { verifyVapid } from './verify-vapid.ts'

describe('the VAPID keys', () => {
  it('are created once although several instances start, and stored encrypted', async () => {
    await using notify = await openWithPushService()
    await Promise.all(Array.from({ length: 5 }, () => notify.signIn(alice).config()))
    const { rows } = await notify.pool.query('select private_jwk from vapid_keys')
    expect(rows).toEqual([
      {
        private_jwk: {
          kty: 'EC',
          crv: 'P-256',
          x: expect.any(String),
          y: expect.any(String),
          encrypted_d: expect.stringMatching(/^v1\./),
        },
      },
    ])
  })

  it('are rotated: older subscriptions keep their key until they subscribe again', async () => {
    await using notify = await openWithPushService({ clock: createTestClock() })
    const { pool, openDevice, sendPushes, deliverEvents, conversation, clock } = notify
    const device = await openDevice(alice)
    const messages = conversation(alice, bob)
    await deliverEvents(messages.sent(bob))
    const { publicKey: first } = await device.config()
    await pool.query(`update vapid_keys set created_at = now() - interval '180 days'`)
    const { publicKey: second } = await device.config()
    expect(second).not.toBe(first)
    const next = await openDevice(alice)
    await deliverEvents(messages.sent(bob))
    await sendPushes()
    const keyOf = ({ requests }: typeof device) =>
      verifyVapid(requests()[0]?.headers.authorization, clock.now()).publicKey
    expect([keyOf(device), keyOf(next)]).toEqual([first, second])
    const { subscription } = device
    expect((await device.subscribe({ subscription, publicKey: first })).body).toEqual({ ok: true, publicKey: second })
    expect((await device.subscribe({ subscription, publicKey: second })).body).toEqual({ ok: true, publicKey: second })
  })
})

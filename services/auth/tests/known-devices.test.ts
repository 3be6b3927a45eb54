import { createHash } from 'node:crypto'
import { describe, expect, it } from '@jest/globals'
import { createPostgresKnownDeviceRepository } from '../src/devices/postgres-known-device-repository.ts'
import { openAuth } from './fixtures.ts'

const noon = new Date('2026-03-02T12:00:00Z')
const longAgo = new Date(0)
const minutesLater = (minutes: number) => new Date(noon.getTime() + minutes * 60_000)
const idHashOf = (n: number) => createHash('sha256').update(String(n)).digest()

describe('the known devices of an account', () => {
  it('are the 50 that signed in last', async () => {
    await using auth = await openAuth()
    const accountId: string = (await auth.register()).body.user._id
    const devices = createPostgresKnownDeviceRepository(auth.pool)
    for (let n = 1; n <= 51; n++)
      await devices.remember({ accountId, idHash: idHashOf(n), lastUsedAt: minutesLater(n) }, longAgo)
    await devices.remember({ accountId, idHash: idHashOf(2), lastUsedAt: minutesLater(52) }, longAgo)
    await devices.remember({ accountId, idHash: idHashOf(53), lastUsedAt: minutesLater(53) }, longAgo)
    const known = await Promise.all([1, 2, 3, 4, 53].map((n) => devices.findAccountIds(idHashOf(n), longAgo)))
    expect(known).toEqual([[], [accountId], [], [accountId], [accountId]])
    expect(await auth.countRows('known_devices')).toBe(50)
  })

  it('are forgotten when they have not been used for too long', async () => {
    await using auth = await openAuth()
    const accountId: string = (await auth.register()).body.user._id
    const devices = createPostgresKnownDeviceRepository(auth.pool)
    await devices.remember({ accountId, idHash: idHashOf(1), lastUsedAt: minutesLater(1) }, longAgo)
    expect(await devices.findAccountIds(idHashOf(1), minutesLater(1))).toEqual([])
    await devices.remember({ accountId, idHash: idHashOf(2), lastUsedAt: minutesLater(2) }, minutesLater(1))
    expect(await auth.countRows('known_devices')).toBe(1)
  })
})

import { describe, expect, it } from '@jest/globals'
import { events } from '@meadow/contracts'
import { createEvent } from '@meadow/events'
import { createTestMember, shareAcrossTests, type TestMember } from '@meadow/testing'
import { openSocial } from './fixtures.ts'

const started = shareAcrossTests(openSocial)

async function openMember() {
  const social = await started()
  const { testEvents, relations } = social
  const [owner, viewer] = [await relations.addMember(), await relations.addMember()]
  const toRenamed = (to: string, accountVersion: number, from = owner.username) =>
    createEvent(events.memberRenamed, {
      ...testEvents.envelope(events.memberRenamed, owner._id),
      data: { from, to, accountVersion },
    })
  const findUpdates = async (of: TestMember) =>
    (await social.publishedEvents(of)).filter(({ type }) => type === 'member.updated')
  const find = async (username: string) => (await social.as(viewer).get(`/auth/profile/${username}`)).body.user?._id
  return { ...social, owner, viewer, toRenamed, findUpdates, find }
}

describe('member.renamed', () => {
  it('gives all services the new username, once, and the old address leads to the member', async () => {
    const { owner, viewer, as, toRenamed, deliverEvents, findUpdates, find } = await openMember()
    const to = `${owner.username}.new`
    await deliverEvents(toRenamed(to, 2))
    await deliverEvents(toRenamed(to, 2)) // a replay

    expect(await findUpdates(owner)).toHaveLength(1)
    expect((await findUpdates(owner))[0]).toMatchObject({
      source: 'social',
      data: { username: to, fullName: owner.fullName },
    })
    expect([await find(to), await find(owner.username), await find(owner.username.toUpperCase())]).toEqual(
      Array(3).fill(owner._id),
    )
    await as(viewer).get(`/auth/profile/${owner.username}/followers`).expect(200)
    const { users } = (await as(viewer).get('/auth/users')).body
    expect(users).toContainEqual(expect.objectContaining({ _id: owner._id, username: to }))
  })

  it('ignores an older change, and takes a snapshot of a newer one', async () => {
    const { owner, toRenamed, deliverEvents, testEvents, find, now } = await openMember()
    await deliverEvents(toRenamed(`${owner.username}.2`, 5))
    await deliverEvents(toRenamed(`${owner.username}.1`, 4))
    expect(await find(`${owner.username}.1`)).toBeUndefined()
    const data = { username: `${owner.username}.3`, fullName: owner.fullName, registeredAt: now().toISOString() }
    const snapshot = (usernameVersion: number) =>
      createEvent(events.memberAccountSnapshot, {
        ...testEvents.envelope(events.memberAccountSnapshot, owner._id),
        data: { ...data, accountVersion: 9, usernameVersion },
      })
    await deliverEvents(snapshot(5))
    expect(await find(data.username)).toBeUndefined()
    await deliverEvents(snapshot(8))
    expect(await find(data.username)).toBe(owner._id)
  })

  it('takes former usernames from a snapshot, and not the current one', async () => {
    const { owner, deliverEvents, testEvents, find, now } = await openMember()
    const keptUntil = new Date(now().getTime() + 86_400_000).toISOString()
    const formerUsernames = [`${owner.username}.before`, owner.username].map((username) => ({ username, keptUntil }))
    const snapshot = createEvent(events.memberAccountSnapshot, {
      ...testEvents.envelope(events.memberAccountSnapshot, owner._id),
      data: {
        ...{ username: owner.username, fullName: owner.fullName, registeredAt: now().toISOString() },
        ...{ accountVersion: 9, formerUsernames },
      },
    })
    await deliverEvents(snapshot, testEvents.repeat(snapshot))
    expect(await find(`${owner.username}.before`)).toBe(owner._id)
    await deliverEvents(testEvents.erased(owner), testEvents.repeat(snapshot))
    expect(await find(`${owner.username}.before`)).toBeUndefined()
  })

  it('finds nobody at the old address of a member who blocks the viewer, and the new owner once it was freed', async () => {
    const { owner, viewer, toRenamed, deliverEvents, relations, find, store, now } = await openMember()
    await deliverEvents(toRenamed(`${owner.username}.new`, 2))
    const ports = store.ports
    await ports.formerUsernames.deleteExpired(new Date(now().getTime() + 89 * 86_400_000))
    expect(await find(owner.username)).toBe(owner._id)
    await relations.block(owner, viewer)
    expect(await find(owner.username)).toBeUndefined()
    await relations.block(owner, viewer, false)
    await ports.formerUsernames.deleteExpired(new Date(now().getTime() + 91 * 86_400_000))
    expect(await find(owner.username)).toBeUndefined()
    const next = await relations.addMember({ ...createTestMember(), username: owner.username })
    expect(await find(owner.username)).toBe(next._id)
  })
})

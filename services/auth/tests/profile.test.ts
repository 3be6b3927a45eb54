import { describe, expect, it } from '@jest/globals'
import { events } from '@meadow/contracts'
import { createEvent } from '@meadow/events'
import { newId } from '@meadow/service'
import { bob, carol, eventually } from '@meadow/testing'
import { openAuth, readCookie, toBearerHeader } from './fixtures.ts'

describe('the session user', () => {
  it('has finished the welcome on every device once it ended on one', async () => {
    await using auth = await openAuth()
    const { token, user } = (await auth.register()).body
    expect(user.isWelcomed).toBe(false)
    const finish = () => auth.call().put('/auth/me').set(toBearerHeader(token)).send({ isWelcomed: true })
    expect(await finish()).toMatchObject({ status: 200, body: { ...user, isWelcomed: true } })
    expect(await finish()).toMatchObject({ status: 200, body: { isWelcomed: true } })
    const other = await auth.login({ email: 'ann', password: 'correct horse' })
    expect(other.body.user.isWelcomed).toBe(true)
  })

  it('contains the profile and follows from events of social', async () => {
    await using auth = await openAuth()
    await auth.service.start(0, '127.0.0.1')
    const { token, user } = (await auth.register()).body
    const actor = ({ _id, username, fullName, avatar }: typeof bob) => ({
      _id,
      username,
      fullName,
      avatar,
      profileVersion: 1,
    })
    const createStamp = () => ({ source: 'social', subject: user._id, id: newId(auth.now()), time: auth.now() })
    const follow = (to: typeof bob) => {
      auth.advance(1_000)
      const data = { from: actor(user), to: actor(to), version: 1, followerCount: 1, followingCount: 1 }
      return createEvent(events.memberFollowed, { ...createStamp(), data })
    }
    const updated = createEvent(events.memberUpdated, {
      ...createStamp(),
      data: { username: 'ann', fullName: 'Ann B.', avatar: '/media/p/a/b', isVerified: true, profileVersion: 2 },
    })
    await auth.bus.publish([follow(bob), follow(carol), updated])

    const shown = { fullName: 'Ann B.', avatar: '/media/p/a/b', isVerified: true, following: [carol._id, bob._id] }
    await eventually(async () => expect((await auth.me(token)).body.isVerified).toBe(true))
    expect((await auth.me(token)).body).toEqual({ ...user, ...shown })
    const again = await auth.login({ email: 'ann', password: 'correct horse' })
    for (const { body } of [again, await auth.refresh(readCookie(again))]) {
      expect(body.user).toMatchObject(shown)
      const claims = JSON.parse(Buffer.from(body.token.split('.')[1], 'base64url').toString())
      expect(claims).toMatchObject({ name: 'Ann B.', picture: '/media/p/a/b' })
    }
  })

  it('publishes its registration and the end of its session', async () => {
    await using auth = await openAuth()
    await auth.service.start(0, '127.0.0.1')
    const received: unknown[] = []
    const handle = async (batch: readonly { event: unknown }[]) =>
      void received.push(...batch.map(({ event }) => event))
    await using _subscription = await auth.bus.subscribe({ group: 'test', topics: ['members'], handle })
    const { token, user } = (await auth.register()).body
    await auth.call().post('/auth/logout').set('Authorization', `Bearer ${token}`)
    await eventually(() => expect(received).toHaveLength(2))
    expect(received).toMatchObject([
      { type: 'member.registered', subject: user._id },
      { type: 'session.ended', subject: user._id },
    ])
  })
})

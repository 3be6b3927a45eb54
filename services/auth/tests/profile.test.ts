import { describe, expect, it } from '@jest/globals'
import { events } from '@meadow/contracts'
import { createEvent } from '@meadow/events'
import { newId } from '@meadow/service'
import { bob, carol } from '@meadow/testing'
import { cookieOf, startAuth, until } from './given.ts'

describe('the session user', () => {
  it('shows what others have told of the profile and the follows', async () => {
    await using auth = await startAuth()
    await auth.service.start(0, '127.0.0.1')
    const { token, user } = (await auth.register()).body
    const actor = ({ _id, username, fullName, avatar }: typeof bob) => ({
      _id,
      username,
      fullName,
      avatar,
      profileVersion: 1,
    })
    const said = () => ({ source: 'social', subject: user._id, id: newId(auth.now()), time: auth.now() })
    const follow = (to: typeof bob) => {
      auth.advance(1_000)
      const data = { from: actor(user), to: actor(to), version: 1, followerCount: 1, followingCount: 1 }
      return createEvent(events.memberFollowed, { ...said(), data })
    }
    const updated = createEvent(events.memberUpdated, {
      ...said(),
      data: { username: 'ann', fullName: 'Ann B.', avatar: '/media/p/a/b', isVerified: true, profileVersion: 2 },
    })
    await auth.bus.publish([follow(bob), follow(carol), updated])

    const shown = { fullName: 'Ann B.', avatar: '/media/p/a/b', isVerified: true, following: [carol._id, bob._id] }
    await until(async () => (await auth.me(token)).body.isVerified === true)
    expect((await auth.me(token)).body).toEqual({ ...user, ...shown })
    const again = await auth.login({ email: 'ann', password: 'correct horse' })
    for (const { body } of [again, await auth.refresh(cookieOf(again))]) {
      expect(body.user).toMatchObject(shown)
      const claims = JSON.parse(Buffer.from(body.token.split('.')[1], 'base64url').toString())
      expect(claims).toMatchObject({ name: 'Ann B.', picture: '/media/p/a/b' })
    }
  })

  it('has its registration and the end of its session published', async () => {
    await using auth = await startAuth()
    await auth.service.start(0, '127.0.0.1')
    const heard: unknown[] = []
    const handle = async (batch: readonly { event: unknown }[]) => void heard.push(...batch.map(({ event }) => event))
    await using _subscription = await auth.bus.subscribe({ group: 'test', topics: ['members'], handle })
    const { token, user } = (await auth.register()).body
    await auth.call().post('/auth/logout').set('Authorization', `Bearer ${token}`)
    await until(async () => heard.length === 2)
    expect(heard).toMatchObject([
      { type: 'member.registered', subject: user._id },
      { type: 'session.ended', subject: user._id },
    ])
  })
})

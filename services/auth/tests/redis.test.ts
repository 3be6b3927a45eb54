import { expect, it } from '@jest/globals'
import { openTrustStore } from '@meadow/service'
import { openSharedState } from '@meadow/storage'
import { describeOnEachEngine, eventually, testLog } from '@meadow/testing'
import { onOwnRedis } from '@meadow/testing/redis'
import { openAuth, readCookie, readTokenSession, toBearerHeader } from './fixtures.ts'

describeOnEachEngine(onOwnRedis, (runRedis) => {
  it('while it is unavailable and after it restarts empty, members stay signed in, attempts are refused, and an ended session is refused everywhere', async () => {
    await using redis = await runRedis()
    await using auth = await openAuth({ isThrottled: true, stateUrl: redis.url })
    const { port } = await auth.service.start(0, '127.0.0.1')
    await using state = await openSharedState(redis.url, { now: auth.now, log: testLog })
    const authUrl = `http://127.0.0.1:${port}`
    await using elsewhere = await openTrustStore({ authUrl, state, log: testLog, now: auth.now })
    const remaining = await auth.register()
    const lost = await auth.login({ email: 'ann', password: 'correct horse' })

    await redis.stop()
    const tryWrongPassword = () => auth.login({ email: 'ann', password: 'wrong horse' })
    for (let n = 0; n < 10; n += 1)
      expect(await tryWrongPassword()).toMatchObject({ status: 503, body: { code: 'unavailable' } })
    const ending = await auth.call().post('/auth/logout').set(toBearerHeader(lost.body.token))
    expect(ending.status).toBe(200)
    expect((await auth.me(lost.body.token)).status).toBe(401)
    expect((await auth.refresh(readCookie(remaining))).status).toBe(200)

    await redis.start()
    await eventually(() => expect(elsewhere.ended.has(readTokenSession(lost.body.token))).toBe(true))
    expect(elsewhere.ended.has(readTokenSession(remaining.body.token))).toBe(false)
    await eventually(async () => expect((await tryWrongPassword()).status).toBe(401))
    const more = await Promise.all(Array.from({ length: 5 }, tryWrongPassword))
    expect(more.map(({ status }) => status)).toContain(429)
  })
})

import { describe, expect, it } from '@jest/globals'
import { alice, bob, eventually, shareAcrossTests } from '@meadow/testing'
import { type SocketClient, startChat, writePacket } from './chat-harness.ts'
import { createPostId, testEvents } from './chat-test-events.ts'

const chat = shareAcrossTests(() => startChat())

/** Expects that another client still gets acknowledgements and pushes. */
async function expectWorksFor(neighbour: SocketClient): Promise<void> {
  const { bus } = await chat()
  expect(await neighbour.emit('join', bob._id)).toEqual({ ok: true })
  const postId = createPostId()
  await bus.publish([testEvents.postDeleted(postId, alice)])
  await eventually(() => expect(neighbour.received('postDeleted')).toContainEqual({ postId }))
}

describe('a socket', () => {
  it.each([
    ['a frame of 1 MB', `42["watch","${'a'.repeat(1_000_000)}"]`],
    ['an unknown kind of packet', '9nonsense'],
    ['no JSON', '42{{{'],
    ['an event without a name', '42[]'],
    ['a reserved name', '42["disconnect"]'],
    ['an attachment that is too many', '451000000-["watch",{"_placeholder":true,"num":0}]'],
    ['an event of a namespace that is not there', '42/admin,["watch"]'],
  ])('that sends %s is closed alone', async (_what, packet) => {
    const { connect } = await chat()
    const [hostile, neighbour] = await Promise.all([connect(alice), connect(bob)])
    writePacket(hostile, packet)
    await hostile.disconnected
    await expectWorksFor(neighbour)
  })

  it('that posts a polling body of 1 MB is refused', async () => {
    const { connect, instance } = await chat()
    const [hostile, neighbour] = await Promise.all([connect(alice, { transports: ['polling'] }), connect(bob)])
    const address = `${instance.url}/socket.io/?EIO=4&transport=polling&sid=${hostile.socket.io.engine.id}`
    const response = await fetch(address, { method: 'POST', body: '4'.repeat(1_000_000) }).catch(() => undefined)
    expect(response?.status ?? 413).toBe(413) // or the connection is cut before the response is read
    await expectWorksFor(neighbour)
  })

  it('that sends 1,000 events in a second is closed, and no other one', async () => {
    const { connect } = await chat()
    const [hostile, neighbour] = await Promise.all([connect(alice), connect(bob)])
    for (let count = 0; count < 1_000; count += 1) hostile.socket.emit('watch', { postIds: [] })
    await hostile.disconnected
    await expectWorksFor(neighbour)
  })

  it('cannot emit server events or unknown events to others', async () => {
    const { connect } = await chat()
    const [hostile, neighbour] = await Promise.all([connect(alice), connect(bob)])
    const names = ['notification', 'postDeleted', 'sessionEnded', 'typing', '__proto__', 'constructor', 'toString']
    for (const name of [...names, 'error', 'newMessage']) {
      expect(await hostile.emit(name, { postId: createPostId() })).toMatchObject({
        ok: false,
        code: 'invalid_request',
        status: 400,
      })
    }
    hostile.socket.emit('error', { message: 'of a client' })
    await expectWorksFor(neighbour)
    expect(neighbour.pushes).toHaveLength(1)
    expect(hostile.socket.connected).toBe(true)
  })

  it.each([
    [undefined],
    [null],
    [7],
    [{ postIds: 'all' }],
    [{ postIds: ['x'] }],
    [{ postIds: [{ $ne: '' }] }],
    [{ postIds: Array.from({ length: 51 }, createPostId) }],
  ])('watches posts by their ids only: %j is refused', async (payload) => {
    const { connect } = await chat()
    const client = await connect(alice)
    expect(await client.emit('watch', payload)).toMatchObject({ ok: false, code: 'invalid_request', status: 400 })
  })

  it('watches at most 50 posts, without the first ones', async () => {
    const { connect, bus } = await chat()
    const client = await connect(alice)
    const [first = '', ...others] = Array.from({ length: 51 }, createPostId)
    const last = others.at(-1) ?? ''
    expect(await client.emit('watch', { postIds: [first] })).toEqual({ ok: true })
    expect(await client.emit('watch', { postIds: others })).toEqual({ ok: true })
    await bus.publish([testEvents.postDeleted(first, bob), testEvents.postDeleted(last, bob)])
    await eventually(() => expect(client.received('postDeleted')).toEqual([{ postId: last }]))
  })
})

describe('what a socket sends', () => {
  const nested = (depth: number) => '['.repeat(depth) + ']'.repeat(depth)

  /** Opens a WebSocket without a token, and waits until it may send its first packet. */
  async function openGuest() {
    const { instance } = await chat()
    const guest = new WebSocket(`${instance.url.replace('http', 'ws')}/socket.io/?EIO=4&transport=websocket`)
    await new Promise((resolve) => guest.addEventListener('message', resolve, { once: true }))
    const closed = new Promise((resolve) => guest.addEventListener('close', resolve))
    return { guest, closed }
  }
  const countRefused = async (reason: string) =>
    (await (await chat()).readMetric(`sockets_refused_total{reason="${reason}"}`)) || 0

  it.each([
    ['nested arrays', nested(3_000), 'too_deep'],
    ['more than 8 KB', JSON.stringify('a'.repeat(9_000)), 'too_large'],
    ['nested arrays of 60 KB', nested(30_000), 'too_large'],
  ])('is not parsed if it is %s: ten guests are closed, and members notice nothing', async (_what, token, reason) => {
    const neighbour = await (await chat()).connect(bob)
    const [before, malformed] = [await countRefused(reason), await countRefused('malformed')]
    const guests = await Promise.all(Array.from({ length: 10 }, openGuest))
    for (const { guest } of guests) for (let count = 0; count < 5; count += 1) guest.send(`40{"token":${token}}`)
    await Promise.all(guests.map(({ closed }) => closed))
    expect(await countRefused(reason)).toBe(before + 10)
    expect(await countRefused('malformed')).toBe(malformed) // what the parser refuses
    await expectWorksFor(neighbour)
  })

  it('is one packet until its token is verified', async () => {
    const { guest, closed } = await openGuest()
    for (let count = 0; count < 2; count += 1) guest.send('40{"token":"nonsense"}')
    await closed
    expect(await countRefused('too_early')).toBe(1)
  })

  it('is nothing more after its token was refused', async () => {
    const { guest, closed } = await openGuest()
    guest.send('40{"token":"nonsense"}')
    const refusal = await new Promise<MessageEvent>((resolve) =>
      guest.addEventListener('message', resolve, { once: true }),
    )
    expect(refusal.data).toContain('token_invalid')
    await closed
  })

  it('has room for the longest messages of the contract', async () => {
    const { connect } = await chat()
    const client = await connect(alice)
    const id = createPostId()
    const content = '\u0007'.repeat(1_000) // six characters each in JSON
    const longest = { recipientId: id, content, messageType: 'text', replyTo: id, threadId: id, clientMessageId: id }
    expect(await client.emit('sendMessage', longest)).toMatchObject({ ok: false })
    expect(await client.emit('authenticate', { token: 'a'.repeat(4_096) })).toMatchObject({ code: 'token_invalid' })
    expect(await client.emit('watch', { postIds: Array.from({ length: 50 }, createPostId) })).toEqual({ ok: true })
    expect(client.socket.connected).toBe(true)
  })

  it('is closed after some packets that no contract accepts', async () => {
    const { connect } = await chat()
    const client = await connect(alice)
    for (let count = 0; count < 12; count += 1) client.socket.emit('watch', { postIds: 'all' })
    await client.disconnected
    expect(await countRefused('too_invalid')).toBe(1)
  })

  it('counts in bytes for all sockets of the member, and for no other member', async () => {
    const { connect } = await chat()
    const neighbour = await connect(bob)
    const devices = await Promise.all(Array.from({ length: 10 }, () => connect(alice)))
    const before = await countRefused('too_fast')
    for (const device of devices)
      for (let count = 0; count < 12; count += 1) device.socket.emit('join', 'a'.repeat(8_000))
    await Promise.race(devices.map(({ disconnected }) => disconnected))
    expect(await countRefused('too_fast')).toBeGreaterThan(before)
    await expectWorksFor(neighbour)
  })
})

describe('many sockets', () => {
  it('of one member are limited to the newest 20', async () => {
    const { connect, instance, readMetric } = await chat()
    const neighbour = await connect(bob)
    const before = await readMetric('sockets_connected')
    const many: SocketClient[] = []
    for (let batch = 0; batch < 10; batch += 1) {
      many.push(...(await Promise.all(Array.from({ length: 50 }, () => connect(alice, { url: instance.url })))))
    }
    await eventually(() => expect(many.filter(({ socket }) => socket.connected)).toHaveLength(20))
    expect(await readMetric('sockets_connected')).toBeLessThanOrEqual(before + 20)
    expect(many.at(-1)?.socket.connected).toBe(true)
    await expectWorksFor(neighbour)
  })

  it('that never read are closed when their send buffer is full', async () => {
    const { connect, bus, instance, readMetric, tokens } = await chat()
    const neighbour = await connect(bob)
    const address = `${instance.url}/socket.io/?EIO=4&transport=polling`
    for (let count = 0; count < 10; count += 1) {
      const { sid } = JSON.parse((await (await fetch(address)).text()).slice(1))
      const body = `40${JSON.stringify({ token: tokens.tokenFor(alice) })}`
      await fetch(`${address}&sid=${sid}`, { method: 'POST', body }) // and never polls again
    }
    const comments = Array.from({ length: 3 }, () => ({ by: bob, text: 'a'.repeat(5_000) }))
    const posts = Array.from({ length: 30 }, createPostId)
    await bus.publish(posts.map((postId) => testEvents.postLiked(postId, alice, bob, { rev: 1, comments })))
    await eventually(async () => expect(await readMetric('sockets_refused_total{reason="too_slow"}')).toBe(10))
    await expectWorksFor(neighbour)
  })
})

import { describe, expect, it } from '@jest/globals'
import { alice, bob } from '@meadow/testing'
import fc from 'fast-check'
import { noteId, sendInPieces, startNotes } from './notes-service.ts'

describe('a call', () => {
  it('gives the handler what the contract makes of the request, and answers with its status', async () => {
    const { save } = startNotes()
    const answer = await save().query({ tag: 'home' }).send({ text: '  Milk  ', extra: 1 })
    expect(answer).toMatchObject({ status: 201, body: { by: 'alice', text: 'Milk', tag: 'home', pinned: false } })
    expect(answer.headers).toMatchObject({ 'cache-control': 'no-store' })
    expect(answer.headers).not.toHaveProperty('etag')
    expect(answer.headers).not.toHaveProperty('x-powered-by')
  })

  it('names every wrong field once, for people and for programs', async () => {
    const { save, saved } = startNotes()
    const answer = await save().send({ text: ' ', pinned: 'yes' })
    expect(answer).toMatchObject({
      status: 400,
      body: {
        code: 'invalid_request',
        error: 'Please check the marked fields',
        fields: { text: 'Write something', pinned: 'This must be a boolean' },
        fieldCodes: { text: 'too_small', pinned: 'invalid_type' },
        requestId: answer.headers['x-request-id'],
      },
    })
    expect(saved).toEqual([])
  })

  it('names the fields of a body that is not there', async () => {
    const { save } = startNotes()
    expect(await save()).toMatchObject({ status: 400, body: { fields: { text: 'This is required' } } })
  })

  it('looks at the address before the token, and at the token before the rest', async () => {
    const { agent } = startNotes()
    expect(await agent.post('/notes/7')).toMatchObject({ status: 400, body: { fields: { id: 'Not an id' } } })
    expect(await agent.post(`/notes/${noteId}`).send('{')).toMatchObject({
      status: 401,
      body: { code: 'token_missing', error: 'Authentication failed: sign in first' },
    })
  })

  it('tells anyone who they are, and ignores a token that is not valid', async () => {
    const { agent, tokens } = startNotes()
    const ask = (authorization: string) => agent.get('/who').set('Authorization', authorization)
    expect((await agent.get('/who')).body).toEqual({ username: '' })
    expect((await ask(`Bearer ${tokens.tokenFor(bob)}`)).body).toEqual({ username: 'bob' })
    expect((await ask('Bearer nonsense')).body).toEqual({ username: '' })
  })

  it('answers an unknown path, method or case of a path with 404', async () => {
    const { agent } = startNotes()
    for (const answer of [await agent.get('/nowhere'), await agent.delete('/who'), await agent.get('/WHO')]) {
      expect(answer).toMatchObject({ status: 404, body: { code: 'not_found' } })
    }
  })
})

describe('a client key', () => {
  it('reaches the handler with its member, its call and a hash of what is asked for', async () => {
    const { save, keys } = startNotes()
    const send = (key: string, text: string) => save().set('Idempotency-Key', key).send({ text })
    for (const text of ['Milk', ' Milk ', 'Bread']) expect(await send('k 1', text)).toMatchObject({ status: 201 })
    expect(await save().send({ text: 'Milk' })).toMatchObject({ status: 201 })
    const [first, same, other, none] = keys
    expect(first).toMatchObject({ memberId: alice._id, call: 'POST /notes/:id', key: 'k 1' })
    expect(same).toEqual(first)
    expect(other).toMatchObject({ key: 'k 1' })
    expect(other?.fingerprint).not.toBe(first?.fingerprint)
    expect(none).toBeUndefined()
  })

  it('stands for the address, too', async () => {
    const { agent, tokens, keys } = startNotes()
    for (const id of [noteId, noteId.replace(/1$/, '2')]) {
      const call = agent.post(`/notes/${id}`).set('Authorization', `Bearer ${tokens.tokenFor(alice)}`)
      await call.set('Idempotency-Key', 'k').send({ text: 'Milk' })
    }
    expect(keys[0]?.fingerprint).not.toBe(keys[1]?.fingerprint)
  })

  it.each(['', 'x'.repeat(101), 'caf\u00e9', 'a\tb'])('is refused as %p', async (key) => {
    const { save, saved } = startNotes()
    expect(await save().set('Idempotency-Key', key).send({ text: 'Milk' })).toMatchObject({
      status: 400,
      body: {
        code: 'invalid_request',
        fields: { 'Idempotency-Key': 'This must have 1 to 100 printable ASCII characters' },
      },
    })
    expect(saved).toEqual([])
  })

  it('means nothing to a call that takes none', async () => {
    const { agent } = startNotes()
    expect(await agent.get('/who').set('Idempotency-Key', '')).toMatchObject({ status: 200 })
  })
})

describe('whatever a caller sends', () => {
  it('is refused as unsupported when it is not JSON in UTF-8', async () => {
    const { save } = startNotes()
    const types = ['text/plain', 'application/x-www-form-urlencoded', 'application/json; charset=koi8-r', 'x']
    for (const type of types) {
      const answer = await save().set('Content-Type', type).send('{"text":"Milk"}')
      expect(answer).toMatchObject({ status: 415, body: { code: 'unsupported_type' } })
    }
    const packed = await save().set('Content-Type', 'application/json').set('Content-Encoding', 'gzip').send('{}')
    expect(packed).toMatchObject({ status: 415, body: { code: 'unsupported_type' } })
  })

  it('is refused as malformed when it does not parse', async () => {
    const { service, tokens } = startNotes()
    await using _ended = service
    const { port } = await service.start(0, '127.0.0.1')
    const url = `http://127.0.0.1:${port}/notes/${noteId}`
    for (const body of ['{', 'null x', '{"text":"\\x"}', Buffer.from([0xff, 0xfe])]) {
      const answer = await sendInPieces(url, tokens.tokenFor(alice), Buffer.from(body))
      expect(answer.status).toBe(400)
      expect(await answer.json()).toMatchObject({ code: 'malformed_body' })
    }
  })

  it('is refused as too large, whether it says its size or not', async () => {
    const { service, tokens, save } = startNotes()
    await using _ended = service
    const { port } = await service.start(0, '127.0.0.1')
    const text = 'x'.repeat(10 * 1024 * 1024)
    expect(await save().send({ text })).toMatchObject({ status: 413, body: { code: 'too_large' } })
    const body = Buffer.from(JSON.stringify({ text }))
    const answer = await sendInPieces(`http://127.0.0.1:${port}/notes/${noteId}`, tokens.tokenFor(alice), body)
    expect(answer.status).toBe(413)
    expect(await answer.json()).toMatchObject({ code: 'too_large' })
  })

  it('does no harm when it is nested 10,000 levels deep', async () => {
    const { save } = startNotes()
    const deep = `{"text":${'['.repeat(10_000)}${']'.repeat(10_000)}}`
    const answer = await save().set('Content-Type', 'application/json').send(deep)
    expect(answer).toMatchObject({ status: 400, body: { fields: { text: 'This must be a string' } } })
  })

  it('cannot store NUL or half a character', async () => {
    const { save, saved } = startNotes()
    for (const text of ['"a\\u0000"', '"\\ud800"']) {
      const answer = await save().set('Content-Type', 'application/json').send(`{"text":${text}}`)
      expect(answer).toMatchObject({ status: 400, body: { fields: { text: 'Cannot be stored' } } })
    }
    expect(saved).toEqual([])
  })

  it('cannot reach prototypes, nor pass for fields with names like theirs', async () => {
    const { save } = startNotes()
    const body = '{"text":"Milk","__proto__":{"pinned":true},"constructor":{"prototype":{"x":1}}}'
    const answer = await save().query('__proto__[tag]=x').set('Content-Type', 'application/json').send(body)
    expect(answer).toMatchObject({ status: 201, body: { pinned: false } })
    expect(({} as Record<string, unknown>)['x']).toBeUndefined()
  })

  it('is refused when a query key is repeated', async () => {
    const { save } = startNotes()
    const answer = await save().query('tag=a&tag=b').send({ text: 'Milk' })
    expect(answer).toMatchObject({ status: 400, body: { fields: { tag: 'This must be a string' } } })
  })

  it('is refused when its path has broken escapes', async () => {
    const { agent } = startNotes()
    for (const id of ['%', '%zz', '%c3', '%00']) {
      expect(await agent.post(`/notes/${id}`)).toMatchObject({ status: 400, body: { code: 'invalid_request' } })
    }
  })

  it('never makes an unexpected error', async () => {
    const { save, tokens, agent } = startNotes()
    const token = tokens.tokenFor(alice)
    await fc.assert(
      fc.asyncProperty(fc.json(), fc.string({ unit: 'binary' }), async (body, tag) => {
        const answer = await save()
          .query({ tag: tag.toWellFormed() })
          .set('Content-Type', 'application/json')
          .send(body)
        expect([201, 400]).toContain(answer.status)
      }),
      { numRuns: 100 },
    )
    await fc.assert(
      fc.asyncProperty(fc.webPath(), async (path) => {
        const answer = await agent.post(`/notes${path}`).set('Authorization', `Bearer ${token}`)
        expect([400, 404]).toContain(answer.status)
      }),
      { numRuns: 50 },
    )
  }, 30_000)
})

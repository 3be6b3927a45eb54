import { describe, expect, it } from '@jest/globals'
import { alice, bob } from '@meadow/testing'
import fc from 'fast-check'
import { noteId, sendChunked, startNotes } from './notes-service.ts'

describe('a call', () => {
  it('passes the parsed request to the handler and responds with the status of the contract', async () => {
    const { save } = startNotes()
    const response = await save().query({ tag: 'home' }).send({ text: '  Milk  ', extra: 1 })
    expect(response).toMatchObject({ status: 201, body: { by: 'alice', text: 'Milk', tag: 'home', pinned: false } })
    expect(response.headers).toMatchObject({ 'cache-control': 'no-store' })
    expect(response.headers).not.toHaveProperty('etag')
    expect(response.headers).not.toHaveProperty('x-powered-by')
  })

  it('reports each invalid field once, with a message and a code', async () => {
    const { save, saved } = startNotes()
    const response = await save().send({ text: ' ', pinned: 'yes' })
    expect(response).toMatchObject({
      status: 400,
      body: {
        code: 'invalid_request',
        error: 'Please check the marked fields',
        fields: { text: 'Write something', pinned: 'This must be a boolean' },
        fieldCodes: { text: 'too_small', pinned: 'invalid_type' },
        requestId: response.headers['x-request-id'],
      },
    })
    expect(saved).toEqual([])
  })

  it('reports the required fields of a missing body', async () => {
    const { save } = startNotes()
    expect(await save()).toMatchObject({ status: 400, body: { fields: { text: 'This is required' } } })
  })

  it('checks the path first, then the token, then query and body', async () => {
    const { agent } = startNotes()
    expect(await agent.post('/notes/7')).toMatchObject({ status: 400, body: { fields: { id: 'Not an id' } } })
    expect(await agent.post(`/notes/${noteId}`).send('{')).toMatchObject({
      status: 401,
      body: { code: 'token_missing', error: 'Authentication failed: sign in first' },
    })
  })

  it('treats an invalid token as none if the access is anyone', async () => {
    const { agent, tokens } = startNotes()
    const readUsername = (authorization: string) => agent.get('/who').set('Authorization', authorization)
    expect((await agent.get('/who')).body).toEqual({ username: '' })
    expect((await readUsername(`Bearer ${tokens.tokenFor(bob)}`)).body).toEqual({ username: 'bob' })
    expect((await readUsername('Bearer nonsense')).body).toEqual({ username: '' })
  })

  it('serves guests if the access is guest, and refuses a bad token also then', async () => {
    const { agent, tokens } = startNotes({ allowsGuests: true })
    const read = (authorization: string) => agent.get('/notes').set('Authorization', authorization)
    expect(await agent.get('/notes')).toMatchObject({ status: 200, body: { username: '' } })
    expect((await read(`Bearer ${tokens.tokenFor(bob)}`)).body).toEqual({ username: 'bob' })
    for (const refused of ['Bearer nonsense', 'Bearer', 'Basic YWRtaW46'])
      expect(await read(refused)).toMatchObject({ status: 401, body: { code: 'token_invalid' } })
  })

  it('refuses guests while guest mode is off', async () => {
    const { agent, tokens } = startNotes()
    expect(await agent.get('/notes')).toMatchObject({ status: 401, body: { code: 'token_missing' } })
    expect((await agent.get('/notes').set('Authorization', `Bearer ${tokens.tokenFor(bob)}`)).status).toBe(200)
  })

  it('responds with 404 to an unknown path, method or case of a path', async () => {
    const { agent } = startNotes()
    for (const response of [await agent.get('/nowhere'), await agent.delete('/who'), await agent.get('/WHO')]) {
      expect(response).toMatchObject({ status: 404, body: { code: 'not_found' } })
    }
  })
})

describe('a client key', () => {
  it('is passed to the handler with the member, the call and a hash of the request', async () => {
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

  it('has another fingerprint for another path', async () => {
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

  it('is ignored by a call that is not idempotent', async () => {
    const { agent } = startNotes()
    expect(await agent.get('/who').set('Idempotency-Key', '')).toMatchObject({ status: 200 })
  })
})

describe('invalid input', () => {
  it('is refused as unsupported when it is not JSON in UTF-8', async () => {
    const { save } = startNotes()
    const types = ['text/plain', 'application/x-www-form-urlencoded', 'application/json; charset=koi8-r', 'x']
    for (const type of types) {
      const response = await save().set('Content-Type', type).send('{"text":"Milk"}')
      expect(response).toMatchObject({ status: 415, body: { code: 'unsupported_type' } })
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
      const response = await sendChunked(url, tokens.tokenFor(alice), Buffer.from(body))
      expect(response.status).toBe(400)
      expect(await response.json()).toMatchObject({ code: 'malformed_body' })
    }
  })

  it('is refused as too large, with or without a Content-Length', async () => {
    const { service, tokens, save } = startNotes()
    await using _ended = service
    const { port } = await service.start(0, '127.0.0.1')
    const text = 'x'.repeat(10 * 1024 * 1024)
    expect(await save().send({ text })).toMatchObject({ status: 413, body: { code: 'too_large' } })
    const body = Buffer.from(JSON.stringify({ text }))
    const response = await sendChunked(`http://127.0.0.1:${port}/notes/${noteId}`, tokens.tokenFor(alice), body)
    expect(response.status).toBe(413)
    expect(await response.json()).toMatchObject({ code: 'too_large' })
  })

  it('is refused before it is parsed when it is nested deeply', async () => {
    const { save } = startNotes()
    const deep = `{"text":${'['.repeat(10_000)}${']'.repeat(10_000)}}`
    const response = await save().set('Content-Type', 'application/json').send(deep)
    expect(response).toMatchObject({ status: 400, body: { code: 'malformed_body' } })
  })

  it('is refused when it contains NUL or an unpaired surrogate', async () => {
    const { save, saved } = startNotes()
    for (const text of ['"a\\u0000"', '"\\ud800"']) {
      const response = await save().set('Content-Type', 'application/json').send(`{"text":${text}}`)
      expect(response).toMatchObject({ status: 400, body: { fields: { text: 'Cannot be stored' } } })
    }
    expect(saved).toEqual([])
  })

  it('cannot change prototypes, and __proto__ is no field', async () => {
    const { save } = startNotes()
    const body = '{"text":"Milk","__proto__":{"pinned":true},"constructor":{"prototype":{"x":1}}}'
    const response = await save().query('__proto__[tag]=x').set('Content-Type', 'application/json').send(body)
    expect(response).toMatchObject({ status: 201, body: { pinned: false } })
    expect(({} as Record<string, unknown>)['x']).toBeUndefined()
  })

  it('is refused when a query key is repeated', async () => {
    const { save } = startNotes()
    const response = await save().query('tag=a&tag=b').send({ text: 'Milk' })
    expect(response).toMatchObject({ status: 400, body: { fields: { tag: 'This must be a string' } } })
  })

  it('is refused when its path has broken escapes', async () => {
    const { agent } = startNotes()
    for (const id of ['%', '%zz', '%c3', '%00']) {
      expect(await agent.post(`/notes/${id}`)).toMatchObject({ status: 400, body: { code: 'invalid_request' } })
    }
  })

  it('never leads to an unexpected error', async () => {
    const { save, tokens, agent } = startNotes()
    const token = tokens.tokenFor(alice)
    await fc.assert(
      fc.asyncProperty(fc.json(), fc.string({ unit: 'binary' }), async (body, tag) => {
        const response = await save()
          .query({ tag: tag.toWellFormed() })
          .set('Content-Type', 'application/json')
          .send(body)
        expect([201, 400]).toContain(response.status)
      }),
      { numRuns: 100 },
    )
    await fc.assert(
      fc.asyncProperty(fc.webPath(), async (path) => {
        const response = await agent.post(`/notes${path}`).set('Authorization', `Bearer ${token}`)
        expect([400, 404]).toContain(response.status)
      }),
      { numRuns: 50 },
    )
  })
})

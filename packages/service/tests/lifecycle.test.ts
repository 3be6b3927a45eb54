import { connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { describe, expect, it } from '@jest/globals'
import type { Call } from '@meadow/contracts'
import { Router } from 'express'
import * as z from 'zod'
import { type BackgroundTask, DomainError, type ServiceDeps, serve } from '../src/index.ts'
import { startNotes } from './notes-service.ts'

const ask = {
  method: 'get',
  path: '/ask',
  access: 'anyone',
  summary: '',
  response: z.object({ ok: z.boolean() }),
} as const satisfies Call

const answering = (work: () => Promise<{ ok: boolean }>) => startNotes({ routes: [serve(ask, work)] })
const failing = (error: unknown) => answering(() => Promise.reject(error)).agent.get('/ask')

describe('an error', () => {
  it('that a rule throws is told with its words, and when to come back', async () => {
    const answer = await failing(new DomainError('too_many_requests', { retryAfter: 12.3, fields: { email: 'Wait' } }))
    expect(answer).toMatchObject({
      status: 429,
      body: { code: 'too_many_requests', error: 'Too many attempts. Please wait a little', fields: { email: 'Wait' } },
    })
    expect(answer.headers['retry-after']).toBe('13')
  })

  it('that nobody foresaw is told with nothing of it', async () => {
    for (const error of [new Error('password=secret'), 'text', undefined, { status: 404 }, new TypeError('x')]) {
      const { status, body } = await failing(error)
      expect({ status, body }).toEqual({
        status: 500,
        body: { code: 'unexpected', error: 'Something went wrong', requestId: expect.any(String) },
      })
    }
  })

  it.each([
    Object.assign(new Error('connect'), { code: 'ECONNREFUSED' }),
    Object.assign(new Error('canceling statement due to statement timeout'), { code: '57014' }),
    Object.assign(new Error('terminating connection'), { code: '57P01' }),
    Object.assign(new Error('too many clients'), { code: '53300' }),
    new Error('Connection terminated unexpectedly'),
    new Error('timeout exceeded when trying to connect'),
    new Error('outer', {
      cause: new AggregateError([], 'inner', { cause: Object.assign(new Error(), { code: 'EPIPE' }) }),
    }),
  ])('of an engine that is away is unavailable: %s', async (error) => {
    const answer = await failing(error)
    expect(answer).toMatchObject({ status: 503, body: { code: 'unavailable' } })
    expect(answer.headers['retry-after']).toBe('2')
  })

  it('of a rule of the database is not taken for an outage', async () => {
    expect(await failing(Object.assign(new Error('duplicate key'), { code: '23505' }))).toMatchObject({ status: 500 })
  })

  it('that an answer makes by not keeping its contract shows in tests', async () => {
    const { agent } = answering(async () => ({ ok: 'yes' }) as never)
    expect(await agent.get('/ask')).toMatchObject({ status: 500 })
  })
})

describe('a request id', () => {
  const traceparent = `00-${'ab'.repeat(16)}-${'cd'.repeat(8)}-01`

  it('is the trace of the gateway when it is well-formed, else a new one', async () => {
    const { agent } = startNotes()
    const idOf = async (headers: Record<string, string>) =>
      (await agent.get('/who').set(headers)).headers['x-request-id']
    expect(await idOf({ traceparent })).toBe('ab'.repeat(16))
    expect(await idOf({ 'x-request-id': 'ef'.repeat(16) })).toBe('ef'.repeat(16))
    const zero = '0'.repeat(32)
    const odd = [
      { 'x-request-id': 'x y' },
      { traceparent: `00-${zero}-${'cd'.repeat(8)}-01` },
      { 'x-request-id': zero },
      {},
    ]
    for (const headers of odd) expect(await idOf(headers as never)).toMatch(/^(?!0{32})[0-9a-f]{32}$/)
  })
})

describe('health', () => {
  it('is alive, and ready while what it needs answers; what it can do without is named', async () => {
    const away = () => Promise.reject(new Error('away'))
    const health = async (parts: Partial<ServiceDeps>) => {
      const { agent } = startNotes(parts)
      expect(await agent.get('/health/live')).toMatchObject({ status: 200, body: { status: 'ok' } })
      const { status, body } = await agent.get('/health/ready')
      return { httpStatus: status, ...body }
    }
    const up = async () => undefined
    expect(await health({ readinessProbes: { store: up }, degradationProbes: { bus: away, state: up } })).toEqual({
      httpStatus: 200,
      status: 'ready',
      failing: [],
      degraded: ['bus'],
    })
    expect(await health({ readinessProbes: { store: away } })).toMatchObject({ httpStatus: 503, failing: ['store'] })
    expect(await health({ readinessProbes: { store: () => new Promise(() => undefined) } })).toMatchObject({
      httpStatus: 503,
    })
  })
})

describe('the life of a service', () => {
  it('listens, then works in the background; ends in the opposite order, running requests first', async () => {
    const story: string[] = []
    const background: BackgroundTask = {
      name: 'work',
      start: async () => void story.push('started'),
      stop: async () => void story.push('stopped'),
    }
    const running = Promise.withResolvers<void>()
    const finish = Promise.withResolvers<void>()
    const call = serve(ask, async () => {
      running.resolve()
      await finish.promise
      story.push('answered')
      return { ok: true }
    })
    const { service } = startNotes({ routes: [call], backgroundTasks: [background] })
    const { port } = await service.start(0, '127.0.0.1')
    const answer = fetch(`http://127.0.0.1:${port}/ask`)
    await running.promise
    const ended = service[Symbol.asyncDispose]()
    await expect(fetch(`http://127.0.0.1:${port}/ask`)).rejects.toThrow()
    finish.resolve()
    expect((await answer).headers.get('connection')).toBe('close')
    await ended
    expect(story).toEqual(['started', 'answered', 'stopped'])
    expect(await service[Symbol.asyncDispose]()).toBeUndefined()
  })

  it('does not keep idle connections open when it ends', async () => {
    const { service } = startNotes()
    const { port } = await service.start(0, '127.0.0.1')
    const socket = connect(port, '127.0.0.1')
    socket.write('GET /who HTTP/1.1\r\nHost: a\r\n\r\n')
    await new Promise((resolve) => socket.once('data', resolve))
    await service[Symbol.asyncDispose]()
    expect(await text(socket)).toBe('')
  })

  it('says why when it cannot listen', async () => {
    const { service } = startNotes()
    await using _first = service
    const { port } = await service.start(0, '127.0.0.1')
    await using second = startNotes().service
    await expect(second.start(port, '127.0.0.1')).rejects.toMatchObject({ code: 'EADDRINUSE' })
  })

  it('asks what is not JSON before the calls', async () => {
    const router = Router().get('/picture', (_request, response) => {
      response.set('Cache-Control', 'public').type('image/webp').send(Buffer.from('x'))
    })
    const answer = await startNotes({ routers: [router] }).agent.get('/picture')
    expect(answer.headers).toMatchObject({ 'content-type': 'image/webp', 'cache-control': 'public' })
  })
})

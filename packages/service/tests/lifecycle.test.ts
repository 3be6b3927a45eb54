import { once } from 'node:events'
import { Agent, type ClientRequest, get, type IncomingMessage } from 'node:http'
import { connect } from 'node:net'
import { json, text } from 'node:stream/consumers'
import { describe, expect, it } from '@jest/globals'
import type { Call } from '@meadow/contracts'
import { Router } from 'express'
import * as z from 'zod'
import { type BackgroundTask, DomainError, type ServiceDeps, serve } from '../src/index.ts'
import { startNotes } from './notes-service.ts'

const testCall = {
  method: 'get',
  path: '/ask',
  access: 'anyone',
  summary: '',
  response: z.object({ ok: z.boolean() }),
} as const satisfies Call

const startWith = (work: () => Promise<{ ok: boolean }>) => startNotes({ routes: [serve(testCall, work)] })
const callFailingWith = (error: unknown) => startWith(() => Promise.reject(error)).agent.get('/ask')

describe('an error', () => {
  it('of the domain is sent with its message and Retry-After', async () => {
    const response = await callFailingWith(
      new DomainError('too_many_requests', { retryAfter: 12.3, fields: { email: 'Wait' } }),
    )
    expect(response).toMatchObject({
      status: 429,
      body: { code: 'too_many_requests', error: 'Too many attempts. Please wait a little', fields: { email: 'Wait' } },
    })
    expect(response.headers['retry-after']).toBe('13')
  })

  it('that is unexpected is sent without any detail', async () => {
    for (const error of [new Error('password=secret'), 'text', undefined, { status: 404 }, new TypeError('x')]) {
      const { status, body } = await callFailingWith(error)
      expect({ status, body }).toEqual({
        status: 500,
        body: { code: 'unexpected', error: 'Something went wrong', requestId: expect.any(String) },
      })
    }
  })

  it.each([
    Object.assign(new Error('connect'), { code: 'ECONNREFUSED' }),
    Object.assign(new Error('aborted'), { name: 'TimeoutError' }),
    Object.assign(new Error('write after end'), { code: 'ERR_STREAM_WRITE_AFTER_END' }),
    new Error('outer', {
      cause: new AggregateError([], 'inner', { cause: Object.assign(new Error(), { code: 'EPIPE' }) }),
    }),
  ])('of an engine that is away becomes unavailable: %s', async (error) => {
    const response = await callFailingWith(error)
    expect(response).toMatchObject({ status: 503, body: { code: 'unavailable' } })
    expect(response.headers['retry-after']).toBe('2')
  })

  it('of an engine becomes unavailable when the service recognises it as an outage', async () => {
    const isOutage = (error: unknown) => error instanceof RangeError
    const fail = (error: Error) =>
      startNotes({ isOutage, routes: [serve(testCall, () => Promise.reject(error))] }).agent.get('/ask')
    expect(await fail(new RangeError('no primary'))).toMatchObject({ status: 503, body: { code: 'unavailable' } })
    expect(await fail(new TypeError('duplicate key'))).toMatchObject({ status: 500 })
  })

  it('is the result of a response that does not match its contract, when responses are validated', async () => {
    const { agent } = startWith(async () => ({ ok: 'yes' }) as never)
    expect(await agent.get('/ask')).toMatchObject({ status: 500 })
  })
})

describe('a request id', () => {
  const traceparent = `00-${'ab'.repeat(16)}-${'cd'.repeat(8)}-01`

  it('is the trace id of the gateway when it is well-formed, else a new one', async () => {
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
  it('is ready while the readiness probes succeed, and names failing degradation probes', async () => {
    const rejectUnavailable = () => Promise.reject(new Error('away'))
    const health = async (overrides: Partial<ServiceDeps>) => {
      const { agent } = startNotes(overrides)
      expect(await agent.get('/health/live')).toMatchObject({ status: 200, body: { status: 'ok' } })
      const { status, body } = await agent.get('/health/ready')
      return { httpStatus: status, ...body }
    }
    const up = async () => undefined
    expect(
      await health({ readinessProbes: { store: up }, degradationProbes: { bus: rejectUnavailable, state: up } }),
    ).toEqual({
      httpStatus: 200,
      status: 'ready',
      failing: [],
      degraded: ['bus'],
    })
    const task = { name: 'task', degradationProbes: { consumer: rejectUnavailable }, start: up, stop: up }
    const withTask = await health({ backgroundTasks: [task], degradationProbes: { bus: rejectUnavailable } })
    expect(withTask).toMatchObject({ httpStatus: 200, degraded: ['bus', 'consumer'] })
    expect(await health({ readinessProbes: { store: rejectUnavailable } })).toMatchObject({
      httpStatus: 503,
      failing: ['store'],
    })
    expect(await health({ readinessProbes: { store: () => new Promise(() => undefined) } })).toMatchObject({
      httpStatus: 503,
    })
  })
})

describe('the lifecycle of a service', () => {
  it('listens, then starts background tasks; stops in the opposite order after running requests', async () => {
    const steps: string[] = []
    const createTask = (name: string, stop: () => Promise<void>): BackgroundTask => ({
      name,
      start: async () => void steps.push(`${name} started`),
      async stop() {
        await stop()
        steps.push(`${name} stopped`)
      },
    })
    const backgroundTasks = [
      createTask('relay', async () => {}),
      createTask('consumer', () => new Promise(setImmediate)),
      createTask('broken', () => Promise.reject(new Error('no'))),
    ]
    const running = Promise.withResolvers<void>()
    const finish = Promise.withResolvers<void>()
    const call = serve(testCall, async () => {
      running.resolve()
      await finish.promise
      steps.push('responded')
      return { ok: true }
    })
    const { service } = startNotes({ routes: [call], backgroundTasks })
    const { port } = await service.start(0, '127.0.0.1')
    const response = fetch(`http://127.0.0.1:${port}/ask`)
    await running.promise
    const ended = service[Symbol.asyncDispose]()
    await expect(fetch(`http://127.0.0.1:${port}/ask`)).rejects.toThrow()
    finish.resolve()
    expect((await response).headers.get('connection')).toBe('close')
    await ended
    expect(steps).toEqual([
      'relay started',
      'consumer started',
      'broken started',
      'responded',
      'consumer stopped',
      'relay stopped',
    ])
    expect(await service[Symbol.asyncDispose]()).toBeUndefined()
  })

  it('responds while it drains, with Connection: close, and is not ready', async () => {
    const { service } = startNotes()
    await using _stopped = service
    const { port } = await service.start(0, '127.0.0.1')
    const agent = new Agent({ keepAlive: true, maxSockets: 1 })
    const send = (path: string) => get({ port, host: '127.0.0.1', path, agent })
    const responseTo = async (request: ClientRequest) => {
      const [response] = (await once(request, 'response')) as [IncomingMessage]
      const { statusCode, headers } = response
      return { status: statusCode, connection: headers.connection, body: await json(response) }
    }
    expect(await responseTo(send('/health/ready'))).toMatchObject({ status: 200, connection: 'keep-alive' })
    service.startDraining()
    const kept = send('/who')
    expect(await responseTo(kept)).toMatchObject({ status: 200, connection: 'close' })
    expect(kept.reusedSocket).toBe(true)
    const draining = { status: 503, connection: 'close', body: { status: 'draining' } }
    expect(await responseTo(send('/health/ready'))).toMatchObject(draining)
    expect(await responseTo(send('/health/live'))).toMatchObject({ status: 200 })
  })

  it('ends the connection of a request that began before it drains', async () => {
    const running = Promise.withResolvers<void>()
    const finish = Promise.withResolvers<void>()
    const call = serve(testCall, async () => {
      running.resolve()
      await finish.promise
      return { ok: true }
    })
    const { service } = startNotes({ routes: [call] })
    await using _stopped = service
    const { port } = await service.start(0, '127.0.0.1')
    const response = fetch(`http://127.0.0.1:${port}/ask`)
    await running.promise
    service.startDraining()
    finish.resolve()
    expect((await response).headers.get('connection')).toBe('close')
  })

  it('closes idle connections when it stops', async () => {
    const { service } = startNotes()
    const { port } = await service.start(0, '127.0.0.1')
    const socket = connect(port, '127.0.0.1')
    socket.write('GET /who HTTP/1.1\r\nHost: a\r\n\r\n')
    await new Promise((resolve) => socket.once('data', resolve))
    await service[Symbol.asyncDispose]()
    expect(await text(socket)).toBe('')
  })

  it('throws when it cannot listen', async () => {
    const { service } = startNotes()
    await using _first = service
    const { port } = await service.start(0, '127.0.0.1')
    await using second = startNotes().service
    await expect(second.start(port, '127.0.0.1')).rejects.toMatchObject({ code: 'EADDRINUSE' })
  })

  it('runs routers before the calls', async () => {
    const router = Router().get('/picture', (_request, response) => {
      response.set('Cache-Control', 'public').type('image/webp').send(Buffer.from('x'))
    })
    const response = await startNotes({ routers: [router] }).agent.get('/picture')
    expect(response.headers).toMatchObject({ 'content-type': 'image/webp', 'cache-control': 'public' })
  })
})

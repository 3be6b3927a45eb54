import { setImmediate } from 'node:timers/promises'
import { describe, expect, it } from '@jest/globals'
import { Router } from 'express'
import type { MetricsSource } from '../src/index.ts'
import { createMetrics } from '../src/index.ts'
import { noteId, startNotes } from './notes-service.ts'

const linesOf = (text: string, name: string) => text.split('\n').filter((line) => line.startsWith(name))
const blockEventLoop = (ms: number) => {
  for (const end = performance.now() + ms; performance.now() < end; );
}
const never = () => new Promise<never>(() => undefined)

describe('the metrics of a service', () => {
  const scrape = async ({ agent }: Pick<ReturnType<typeof startNotes>, 'agent'>) => (await agent.get('/metrics')).text

  it('count requests by the pattern of their route, never by their path', async () => {
    const notes = startNotes({ routers: [Router().get('/files/:name', (_request, response) => void response.end())] })
    await notes.save().send({ text: 'Milk' })
    await notes.save().send({ text: '' })
    await notes.agent.get('/files/a')
    await notes.agent.get('/files/b')
    await notes.agent.get('/nowhere')
    await notes.agent.get('/health/live')
    const text = await scrape(notes)
    expect(linesOf(text, 'http_request_duration_seconds_count')).toEqual([
      'http_request_duration_seconds_count{method="POST",route="/notes/:id",status="2xx"} 1',
      'http_request_duration_seconds_count{method="POST",route="/notes/:id",status="4xx"} 1',
      'http_request_duration_seconds_count{method="GET",route="/files/:name",status="2xx"} 2',
      'http_request_duration_seconds_count{method="GET",route="none",status="4xx"} 1',
    ])
    expect(text).not.toContain(noteId)
  })

  it('belong to one service and are in the text format of Prometheus', async () => {
    const [one, other] = [startNotes(), startNotes()]
    await one.save().send({ text: 'Milk' })
    const response = await other.agent.get('/metrics')
    expect(response.headers['content-type']).toContain('text/plain; version=0.0.4')
    expect(linesOf(response.text, 'http_request_duration_seconds_count')).toEqual([])
  })

  it('contain the failing degradation probes', async () => {
    const rejectUnavailable = () => Promise.reject(new Error('away'))
    const text = await scrape(
      startNotes({ degradationProbes: { bus: rejectUnavailable, state: async () => undefined, media: never } }),
    )
    expect(linesOf(text, 'service_degraded{')).toEqual([
      'service_degraded{part="bus"} 1',
      'service_degraded{part="state"} 0',
      'service_degraded{part="media"} 1',
    ])
  })

  it('contain those of its engines and background tasks', async () => {
    const createRoomMetrics = (room: string): MetricsSource => ({
      registerMetrics: (metrics) =>
        metrics.gauge({ name: 'rooms', help: 'Rooms', labels: ['room'] }, () => [{ labels: { room }, value: 1 }]),
    })
    const work = {
      name: 'work',
      start: async () => undefined,
      stop: async () => undefined,
      ...createRoomMetrics('back'),
    }
    const text = await scrape(startNotes({ metricsSources: [createRoomMetrics('front')], backgroundTasks: [work] }))
    expect(linesOf(text, 'rooms{')).toEqual(['rooms{room="front"} 1', 'rooms{room="back"} 1'])
  })

  it('contain the event loop delay and the memory of a running process', async () => {
    const { service } = startNotes()
    await using _ended = service
    const { port } = await service.start(0, '127.0.0.1')
    const text = await (await fetch(`http://127.0.0.1:${port}/metrics`)).text()
    expect(text).toMatch(/^nodejs_eventloop_lag_p99_seconds /m)
    expect(text).toMatch(/^process_resident_memory_bytes \d/m)
  })

  it('contain the time for which the event loop was blocked', async () => {
    const { service } = startNotes()
    await using _ended = service
    const { port } = await service.start(0, '127.0.0.1')
    await setImmediate()
    blockEventLoop(40)
    const text = await (await fetch(`http://127.0.0.1:${port}/metrics`)).text()
    expect(Number(/^nodejs_eventloop_lag_max_seconds (\S+)/m.exec(text)?.[1])).toBeGreaterThanOrEqual(0.04)
  })
})

describe('a gauge that cannot be read', () => {
  it.each([
    ['fails', () => Promise.reject(new Error('away'))],
    ['fails at once', () => throwError(new Error('away'))],
    ['does not response', never],
  ])('is left out of the scrape when its reading %s', async (_how, read) => {
    const metrics = createMetrics()
    metrics.gauge({ name: 'lost', help: 'Lost' }, read)
    metrics.gauge({ name: 'known', help: 'Known' }, () => [{ value: 7 }])
    const text = await metrics.render()
    expect(text).toContain('\nknown 7')
    expect(text).not.toMatch(/^lost /m)
  })

  it('returns with its new values only when it can be read again', async () => {
    const metrics = createMetrics()
    const responses = [[{ value: 1 }], undefined, [{ value: 3 }]]
    metrics.gauge({ name: 'moody', help: 'Moody' }, async () => responses.shift() ?? throwError(new Error('away')))
    const texts = [await metrics.render(), await metrics.render(), await metrics.render()]
    expect(texts.map((text) => linesOf(text, 'moody '))).toEqual([['moody 1'], [], ['moody 3']])
  })
})

function throwError(error: Error): never {
  throw error
}

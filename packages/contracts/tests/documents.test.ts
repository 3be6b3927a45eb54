import { describe, expect, it } from '@jest/globals'
import * as z from 'zod'
import type { Call } from '../src/define-call.ts'
import type { EventDefinition } from '../src/define-event.ts'
import { createAsyncApiDocument, type SocketMessages } from '../src/documents/async-api.ts'
import { findBreakingCallChanges, findBreakingEventChanges } from '../src/documents/breaking-changes.ts'
import { createOpenApiDocument } from '../src/documents/open-api.ts'
import { calls, clientToServerMessages, events, serverToClientMessages } from '../src/index.ts'

const READ: Call = { method: 'get', path: '/x', access: 'anyone', summary: 'x', response: z.object({ a: z.string() }) }
const SEND: Call = { ...READ, method: 'post', body: z.object({ a: z.string().max(9) }) }

const FACT = { type: 'x', topic: 'posts', version: 1, producers: ['posts'], summary: 'x' } as const

const changed = (before: Call, after: Partial<Call>) =>
  findBreakingCallChanges(createOpenApiDocument({ x: before }), createOpenApiDocument({ x: { ...before, ...after } }))
const answering = (before: z.ZodType, after: z.ZodType) => changed({ ...READ, response: before }, { response: after })
const taking = (before: z.ZodType, after: z.ZodType) => changed({ ...SEND, body: before }, { body: after })
const asking = (before: z.ZodType, after: z.ZodType) => changed({ ...READ, query: before }, { query: after })

const announcing = (before: z.ZodType, after: z.ZodType) => {
  const documentOf = (data: z.ZodType) => createAsyncApiDocument({ x: { ...FACT, data } })
  return findBreakingEventChanges(documentOf(before), documentOf(after))
}

const { object, string, number, boolean, enum: oneOf } = z
const A = object({ a: string() })

describe('a document of calls', () => {
  it('holds every call that the gateway lets in, and no other', () => {
    const { paths } = JSON.parse(JSON.stringify(createOpenApiDocument()))
    const written = Object.values<object>(paths).flatMap((item) => Object.values(item).map((it) => it.operationId))
    const { endedSessions, ...open } = calls
    expect(written.sort()).toEqual(Object.keys(open).sort())
  })

  it('describes numbers in a query, a picture in a form, and a client key', () => {
    const { paths } = JSON.parse(JSON.stringify(createOpenApiDocument()))
    const { schema } = paths['/api/posts'].get.parameters.find(({ name }: { name: string }) => name === 'limit')
    expect(schema).toEqual({
      type: 'integer',
      minimum: 1,
      maximum: 50,
      default: 5,
    })
    expect(paths['/api/media'].post.requestBody.content['multipart/form-data'].schema.required).toContain('file')
    expect(paths['/api/posts'].post.parameters[0]).toMatchObject({ in: 'header', name: 'Idempotency-Key' })
  })

  it.each([
    ['a field comes to an answer', answering(A, A.extend({ b: string() }))],
    ['a value comes to an answer', answering(object({ a: oneOf(['x']) }), object({ a: oneOf(['x', 'y']) }))],
    ['an optional field may be sent', taking(A, A.extend({ b: string().optional() }))],
    ['a field need not be sent any more', taking(A, A.partial())],
    ['a limit is widened', taking(object({ a: string().max(5) }), object({ a: string().max(6) }))],
    ['a field may also be null', taking(A, object({ a: string().nullable() }))],
    ['an optional parameter comes', asking(A, A.extend({ b: string().optional() }))],
    ['a token is no longer asked for', changed({ ...READ, access: 'member' }, { access: 'anyone' })],
    [
      'a call comes',
      findBreakingCallChanges(createOpenApiDocument({ x: READ }), createOpenApiDocument({ x: READ, y: SEND })),
    ],
  ])('may be followed by one where %s', (_what, found) => expect(found).toEqual([]))

  it.each([
    ['a call is gone', findBreakingCallChanges(createOpenApiDocument({ x: READ }), createOpenApiDocument({}))],
    ['a method is gone', changed(READ, { method: 'put' })],
    ['a token is asked for', changed(READ, { access: 'member' })],
    ['another status says success', changed(READ, { status: 201 })],
    ['a field of an answer is gone', answering(A, object({}))],
    ['a field of an answer is no longer sure', answering(A, A.partial())],
    ['a field of an answer has another type', answering(A, object({ a: number() }))],
    ['a field of an answer may be null', answering(A, object({ a: string().nullable() }))],
    ['a value of an answer is gone', answering(object({ a: oneOf(['x', 'y']) }), object({ a: oneOf(['x']) }))],
    ['a field inside a list is gone', answering(object({ l: A.array() }), object({ l: object({}).array() }))],
    ['a field inside a record is gone', answering(z.record(string(), A), z.record(string(), object({})))],
    ['an alternative of an answer is gone', answering(z.union([A, object({ b: string() })]), A)],
    ['a new field must be sent', taking(A, A.extend({ b: string() }))],
    ['a sent field must be there', taking(A.partial(), A)],
    ['a sent field is gone', taking(A.extend({ b: string() }), A)],
    ['a sent value is gone', taking(object({ a: oneOf(['x', 'y']) }), object({ a: oneOf(['x']) }))],
    ['only some values may be sent', taking(A, object({ a: oneOf(['x']) }))],
    ['a sent field may not be null', taking(object({ a: string().nullable() }), A)],
    ['a limit comes', taking(A, object({ a: string().max(5) }))],
    ['a limit is narrowed', taking(object({ a: number().min(1) }), object({ a: number().min(2) }))],
    ['a pattern comes', taking(A, object({ a: string().regex(/x/) }))],
    ['a body must be sent', taking(A.partial().optional(), A.partial())],
    [
      'a body is no longer read',
      findBreakingCallChanges(
        createOpenApiDocument({ x: SEND }),
        createOpenApiDocument({ x: { ...READ, method: 'post' } }),
      ),
    ],
    ['a body is a form', changed(SEND, { encoding: 'multipart' })],
    ['a parameter is gone', asking(A.partial(), object({}))],
    ['a parameter must be given', asking(A.partial(), A)],
    ['a parameter has another type', asking(A, object({ a: boolean() }))],
  ])('is not followed by one where %s', (_what, found) => expect(found).not.toEqual([]))

  it('is not followed by one where an error code is gone', () => {
    const before = createOpenApiDocument()
    const after = JSON.parse(JSON.stringify(before).replace('"post_not_found",', ''))
    expect(findBreakingCallChanges(before, after)).toEqual([expect.stringContaining('"post_not_found" is gone')])
  })
})

describe('a document of events', () => {
  it('holds every event on its topic', () => {
    const { channels } = JSON.parse(JSON.stringify(createAsyncApiDocument()))
    for (const [name, { topic }] of Object.entries(events)) expect(channels[topic].messages).toHaveProperty(name)
  })

  it.each([
    ['an optional field comes', announcing(A, A.extend({ b: string().optional() }))],
    ['a value comes', announcing(object({ a: oneOf(['x']) }), object({ a: oneOf(['x', 'y']) }))],
  ])('may be followed by one where %s', (_what, found) => expect(found).toEqual([]))

  it.each([
    ['a field is gone', announcing(A, object({}))],
    ['a field is no longer sure', announcing(A, A.partial())],
    ['a field comes that older events do not have', announcing(A, A.extend({ b: string() }))],
    ['a limit comes that older events do not keep', announcing(A, object({ a: string().max(5) }))],
    ['a field has another type', announcing(A, object({ a: number() }))],
    ['a value is gone', announcing(object({ a: oneOf(['x', 'y']) }), object({ a: oneOf(['x']) }))],
  ])('is not followed by one where %s', (_what, found) => expect(found).not.toEqual([]))

  it.each<[string, Partial<Record<string, Partial<EventDefinition>>>]>([
    ['an event is gone', {}],
    ['an event has another topic', { x: { topic: 'members' } }],
    ['an event has another type', { x: { type: 'y' } }],
    ['an event has another version', { x: { version: 2 } }],
  ])('is not followed by one where %s', (_what, changes) => {
    const before: EventDefinition = { ...FACT, data: A }
    const after = Object.entries(changes).map(([name, change]) => [name, { ...before, ...change }])
    expect(
      findBreakingEventChanges(
        createAsyncApiDocument({ x: before }),
        createAsyncApiDocument(Object.fromEntries(after)),
      ),
    ).not.toEqual([])
  })
})

describe('a document of socket messages', () => {
  it('lists every message on the channel of its direction', () => {
    const { channels } = JSON.parse(JSON.stringify(createAsyncApiDocument()))
    for (const name of Object.keys(serverToClientMessages))
      expect(channels['socket-to-client'].messages).toHaveProperty([`serverToClient.${name}`])
    for (const name of Object.keys(clientToServerMessages))
      expect(channels['socket-to-server'].messages).toHaveProperty([`clientToServer.${name}`])
  })

  const changeMessage = (direction: keyof SocketMessages, before: z.ZodType, after: z.ZodType) => {
    const documentOf = (payload: z.ZodType) =>
      createAsyncApiDocument(
        {},
        { serverToClient: {}, clientToServer: {}, [direction]: { x: { summary: 'x', payload } } },
      )
    return findBreakingEventChanges(documentOf(before), documentOf(after))
  }

  it.each([
    ['a message to the browser gets a field', changeMessage('serverToClient', A, A.extend({ b: string() }))],
    [
      'a message to the server gets an optional field',
      changeMessage('clientToServer', A, A.extend({ b: string().optional() })),
    ],
  ])('may be followed by one where %s', (_what, found) => expect(found).toEqual([]))

  it.each([
    ['a message to the browser loses a field', changeMessage('serverToClient', A, object({}))],
    ['a message to the server gets a required field', changeMessage('clientToServer', A, A.extend({ b: string() }))],
  ])('is not followed by one where %s', (_what, found) => expect(found).not.toEqual([]))
})

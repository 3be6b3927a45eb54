import { describe, expect, it } from '@jest/globals'
import * as z from 'zod'
import type { Call } from '../src/define-call.ts'
import type { EventDefinition } from '../src/define-event.ts'
import { createAsyncApiDocument, type SocketMessages } from '../src/documents/async-api.ts'
import { type ContractChange, isAdmissible } from '../src/documents/contract-change.ts'
import { findCallChanges } from '../src/documents/document-changes.ts'
import { findMessageChanges } from '../src/documents/message-changes.ts'
import { createOpenApiDocument } from '../src/documents/open-api.ts'
import { calls, clientToServerMessages, events, serverToClientMessages } from '../src/index.ts'

const listBreaking = (changes: readonly ContractChange[]) =>
  changes.filter((change) => !isAdmissible(change)).map(({ text }) => text)
const findBreakingCallChanges = (before: object, after: object) => listBreaking(findCallChanges(before, after))
const findBreakingEventChanges = (before: object, after: object) => listBreaking(findMessageChanges(before, after))

const READ: Call = { method: 'get', path: '/x', access: 'anyone', summary: 'x', response: z.object({ a: z.string() }) }
const SEND: Call = { ...READ, method: 'post', body: z.object({ a: z.string().max(9) }) }

const EVENT = { type: 'x', topic: 'posts', version: 1, producers: ['posts'], summary: 'x' } as const

const changeCall = (before: Call, after: Partial<Call>) =>
  findBreakingCallChanges(createOpenApiDocument({ x: before }), createOpenApiDocument({ x: { ...before, ...after } }))
const changeResponse = (before: z.ZodType, after: z.ZodType) =>
  changeCall({ ...READ, response: before }, { response: after })
const changeBody = (before: z.ZodType, after: z.ZodType) => changeCall({ ...SEND, body: before }, { body: after })
const changeQuery = (before: z.ZodType, after: z.ZodType) => changeCall({ ...READ, query: before }, { query: after })

const changeEvent = (before: z.ZodType, after: z.ZodType) => {
  const documentOf = (data: z.ZodType) => createAsyncApiDocument({ x: { ...EVENT, data } })
  return findBreakingEventChanges(documentOf(before), documentOf(after))
}

const { object, string, number, boolean, enum: oneOf } = z
const A = object({ a: string() })

describe('the OpenAPI document', () => {
  it('has every call that the gateway routes, and no other', () => {
    const { paths } = JSON.parse(JSON.stringify(createOpenApiDocument()))
    const written = Object.values<object>(paths).flatMap((item) =>
      Object.values(item).map((operation) => operation.operationId),
    )
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
    const requiredFormFields = (path: string) =>
      paths[path].post.requestBody.content['multipart/form-data'].schema.required
    expect(requiredFormFields('/api/media')).toContain('file')
    expect(requiredFormFields('/api/messages/image')).toContain('image')
    expect(paths['/api/posts'].post.parameters[0]).toMatchObject({ in: 'header', name: 'Idempotency-Key' })
  })

  it.each([
    ['a response gets a field', changeResponse(A, A.extend({ b: string() }))],
    ['a response gets a value', changeResponse(object({ a: oneOf(['x']) }), object({ a: oneOf(['x', 'y']) }))],
    ['a body gets an optional field', changeBody(A, A.extend({ b: string().optional() }))],
    ['a required field of a body becomes optional', changeBody(A, A.partial())],
    ['a limit is widened', changeBody(object({ a: string().max(5) }), object({ a: string().max(6) }))],
    ['a field of a body may also be null', changeBody(A, object({ a: string().nullable() }))],
    ['an optional parameter is added', changeQuery(A, A.extend({ b: string().optional() }))],
    ['a token is no longer required', changeCall({ ...READ, access: 'member' }, { access: 'anyone' })],
    [
      'a call is added',
      findBreakingCallChanges(createOpenApiDocument({ x: READ }), createOpenApiDocument({ x: READ, y: SEND })),
    ],
  ])('allows a change: %s', (_change, found) => expect(found).toEqual([]))

  it.each([
    ['a call is removed', findBreakingCallChanges(createOpenApiDocument({ x: READ }), createOpenApiDocument({}))],
    ['a method is removed', changeCall(READ, { method: 'put' })],
    ['a token is required', changeCall(READ, { access: 'member' })],
    ['the status of success changes', changeCall(READ, { status: 201 })],
    ['a response loses a field', changeResponse(A, object({}))],
    ['a field of a response becomes optional', changeResponse(A, A.partial())],
    ['a field of a response changes its type', changeResponse(A, object({ a: number() }))],
    ['a field of a response may be null', changeResponse(A, object({ a: string().nullable() }))],
    ['a response loses a value', changeResponse(object({ a: oneOf(['x', 'y']) }), object({ a: oneOf(['x']) }))],
    ['an item of a list loses a field', changeResponse(object({ l: A.array() }), object({ l: object({}).array() }))],
    ['a value of a record loses a field', changeResponse(z.record(string(), A), z.record(string(), object({})))],
    ['a response loses an alternative', changeResponse(z.union([A, object({ b: string() })]), A)],
    ['a body gets a required field', changeBody(A, A.extend({ b: string() }))],
    ['an optional field of a body becomes required', changeBody(A.partial(), A)],
    ['a body loses a field', changeBody(A.extend({ b: string() }), A)],
    ['a body loses a value', changeBody(object({ a: oneOf(['x', 'y']) }), object({ a: oneOf(['x']) }))],
    ['a field of a body is restricted to values', changeBody(A, object({ a: oneOf(['x']) }))],
    ['a field of a body may no longer be null', changeBody(object({ a: string().nullable() }), A)],
    ['a limit is added', changeBody(A, object({ a: string().max(5) }))],
    ['a limit is narrowed', changeBody(object({ a: number().min(1) }), object({ a: number().min(2) }))],
    ['a pattern is added', changeBody(A, object({ a: string().regex(/x/) }))],
    ['a body becomes required', changeBody(A.partial().optional(), A.partial())],
    [
      'a body is removed',
      findBreakingCallChanges(
        createOpenApiDocument({ x: SEND }),
        createOpenApiDocument({ x: { ...READ, method: 'post' } }),
      ),
    ],
    ['a body becomes a form', changeCall(SEND, { encoding: 'multipart' })],
    ['a parameter is removed', changeQuery(A.partial(), object({}))],
    ['a parameter becomes required', changeQuery(A.partial(), A)],
    ['a parameter changes its type', changeQuery(A, object({ a: boolean() }))],
  ])('rejects a change: %s', (_change, found) => expect(found).not.toEqual([]))

  it('rejects a change: an error code is removed', () => {
    const before = createOpenApiDocument()
    const after = JSON.parse(JSON.stringify(before).replace('"post_not_found",', ''))
    expect(findBreakingCallChanges(before, after)).toEqual([expect.stringContaining('"post_not_found" was removed')])
  })
})

describe('the AsyncAPI document of events', () => {
  it('has every event on its topic', () => {
    const { channels } = JSON.parse(JSON.stringify(createAsyncApiDocument()))
    for (const [name, { topic }] of Object.entries(events)) expect(channels[topic].messages).toHaveProperty(name)
  })

  it.each([
    ['an event gets an optional field', changeEvent(A, A.extend({ b: string().optional() }))],
    ['a field of an event gets a limit, which readers do not check', changeEvent(A, object({ a: string().max(5) }))],
    ['a field of an event gets a value', changeEvent(object({ a: oneOf(['x']) }), object({ a: oneOf(['x', 'y']) }))],
  ])('allows a change: %s', (_change, found) => expect(found).toEqual([]))

  it.each([
    ['an event loses a field', changeEvent(A, object({}))],
    ['a field of an event becomes optional', changeEvent(A, A.partial())],
    ['an event gets a required field, which older events do not have', changeEvent(A, A.extend({ b: string() }))],
    [
      'a field of an event gets a pattern that older events may not match',
      changeEvent(A, object({ a: string().regex(/x/) })),
    ],
    ['a field of an event changes its type', changeEvent(A, object({ a: number() }))],
    ['a field of an event loses a value', changeEvent(object({ a: oneOf(['x', 'y']) }), object({ a: oneOf(['x']) }))],
  ])('rejects a change: %s', (_change, found) => expect(found).not.toEqual([]))

  it.each<[string, Partial<Record<string, Partial<EventDefinition>>>]>([
    ['an event is removed', {}],
    ['an event changes its topic', { x: { topic: 'members' } }],
    ['an event changes its type', { x: { type: 'y' } }],
    ['an event changes its version', { x: { version: 2 } }],
    ['an event gets a producer, which older consumers refuse', { x: { producers: ['posts', 'chat'] } }],
    ['an event loses a producer, whose older events are still on the bus', { x: { producers: [] } }],
  ])('rejects a change: %s', (_what, changes) => {
    const before: EventDefinition = { ...EVENT, data: A }
    const after = Object.entries(changes).map(([name, change]) => [name, { ...before, ...change }])
    expect(
      findBreakingEventChanges(
        createAsyncApiDocument({ x: before }),
        createAsyncApiDocument(Object.fromEntries(after)),
      ),
    ).not.toEqual([])
  })
})

describe('the AsyncAPI document of socket messages', () => {
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
  ])('allows a change: %s', (_change, found) => expect(found).toEqual([]))

  it.each([
    ['a message to the browser loses a field', changeMessage('serverToClient', A, object({}))],
    ['a message to the server gets a required field', changeMessage('clientToServer', A, A.extend({ b: string() }))],
  ])('rejects a change: %s', (_change, found) => expect(found).not.toEqual([]))
})

import { describe, expect, it } from '@jest/globals'
import * as z from 'zod'
import { cleanUpJsonSchema } from '../src/documents/clean-up-json-schema.ts'
import { describeSafety, isAdmissible, type Transport } from '../src/documents/contract-change.ts'
import { reviewChanges } from '../src/documents/review-changes.ts'
import { findSchemaChanges } from '../src/documents/schema-changes.ts'
import type { JsonSchema } from '../src/documents/schema-comparison.ts'
import { toReaderSchema } from '../src/reader-schema.ts'

/** The versions for which a change is safe. */
type Safety = 'both' | 'readers' | 'writers' | 'neither' | 'no change'

const { object, string, number, boolean, array, literal, enum: oneOf } = z
const A = object({ a: string() })
const B = object({ b: number() })

/** A change, data that the older and the newer version write, and for whom it is safe as an event, response or request. */
type Case = [
  change: string,
  before: z.ZodObject,
  after: z.ZodObject,
  written: [older: object, newer: object],
  safe: [event: Safety, response: Safety, request: Safety],
]

const long = 'x'.repeat(9)
const CASES: Case[] = [
  ['nothing', A, A, [{ a: 'x' }, { a: 'x' }], ['no change', 'no change', 'no change']],
  [
    'an optional field is added',
    A,
    A.extend({ b: string().optional() }),
    [{ a: 'x' }, { a: 'x', b: 'x' }],
    ['both', 'both', 'both'],
  ],
  [
    'a required field is added',
    A,
    A.extend({ b: string() }),
    [{ a: 'x' }, { a: 'x', b: 'x' }],
    ['readers', 'readers', 'readers'],
  ],
  ['an optional field becomes required', A.partial(), A, [{}, { a: 'x' }], ['readers', 'readers', 'readers']],
  ['a required field becomes optional', A, A.partial(), [{ a: 'x' }, {}], ['writers', 'writers', 'writers']],
  ['an optional field is removed', A.partial(), object({}), [{ a: 'x' }, {}], ['both', 'both', 'readers']],
  ['a required field is removed', A, object({}), [{ a: 'x' }, {}], ['writers', 'writers', 'neither']],
  ['a type is changed', A, object({ a: number() }), [{ a: 'x' }, { a: 1 }], ['neither', 'neither', 'neither']],
  [
    'a field may be null',
    A,
    object({ a: string().nullable() }),
    [{ a: 'x' }, { a: null }],
    ['writers', 'writers', 'writers'],
  ],
  [
    'a field may no longer be null',
    object({ a: string().nullable() }),
    A,
    [{ a: null }, { a: 'x' }],
    ['readers', 'neither', 'readers'],
  ],
  [
    'an enum gets a value',
    object({ a: oneOf(['x']) }),
    object({ a: oneOf(['x', 'y']) }),
    [{ a: 'x' }, { a: 'y' }],
    ['both', 'both', 'writers'],
  ],
  [
    'an enum in a list gets a value',
    object({ a: array(oneOf(['x'])).nullable() }),
    object({ a: array(oneOf(['x', 'y'])).nullable() }),
    [{ a: ['x'] }, { a: ['y'] }],
    ['both', 'both', 'writers'],
  ],
  [
    'a constant is replaced',
    object({ a: literal('x') }),
    object({ a: literal('y') }),
    [{ a: 'x' }, { a: 'y' }],
    ['neither', 'neither', 'neither'],
  ],
  [
    'a text may be longer',
    object({ a: string().max(5) }),
    object({ a: string().max(9) }),
    [{ a: 'x' }, { a: long }],
    ['both', 'both', 'writers'],
  ],
  [
    'a text must be shorter',
    object({ a: string().max(9) }),
    object({ a: string().max(5) }),
    [{ a: long }, { a: 'x' }],
    ['both', 'both', 'readers'],
  ],
  ['a text gets a limit', A, object({ a: string().max(5) }), [{ a: long }, { a: 'x' }], ['both', 'both', 'readers']],
  [
    'a list may be longer',
    object({ a: array(string()).max(1) }),
    object({ a: array(string()).max(2) }),
    [{ a: ['x'] }, { a: ['x', 'y'] }],
    ['both', 'both', 'writers'],
  ],
  [
    'a list must be shorter',
    object({ a: array(string()).max(2) }),
    object({ a: array(string()).max(1) }),
    [{ a: ['x', 'y'] }, { a: ['x'] }],
    ['both', 'both', 'readers'],
  ],
  [
    'a list loses its limit',
    object({ a: array(string()).max(1) }),
    object({ a: array(string()) }),
    [{ a: ['x'] }, { a: ['x', 'y'] }],
    ['both', 'both', 'writers'],
  ],
  [
    'a list must have an item',
    object({ a: array(string()) }),
    object({ a: array(string()).min(1) }),
    [{ a: [] }, { a: ['x'] }],
    ['readers', 'both', 'readers'],
  ],
  [
    'a text may be empty',
    object({ a: string().min(1) }),
    object({ a: string() }),
    [{ a: 'x' }, { a: '' }],
    ['writers', 'both', 'writers'],
  ],
  [
    'a number may be greater',
    object({ a: number().max(5) }),
    object({ a: number().max(9) }),
    [{ a: 5 }, { a: 9 }],
    ['writers', 'both', 'writers'],
  ],
  [
    'a number must be greater',
    object({ a: number().min(1) }),
    object({ a: number().min(2) }),
    [{ a: 1 }, { a: 2 }],
    ['readers', 'both', 'readers'],
  ],
  [
    'a pattern is added',
    A,
    object({ a: string().regex(/^x/) }),
    [{ a: 'y' }, { a: 'x' }],
    ['readers', 'both', 'readers'],
  ],
  [
    'a pattern is replaced',
    object({ a: string().regex(/^y/) }),
    object({ a: string().regex(/^x/) }),
    [{ a: 'y' }, { a: 'x' }],
    ['neither', 'both', 'neither'],
  ],
  [
    'an alternative is added',
    object({ a: A }),
    object({ a: z.union([A, B]) }),
    [{ a: { a: 'x' } }, { a: { b: 1 } }],
    ['writers', 'writers', 'writers'],
  ],
  [
    'an alternative is removed',
    object({ a: z.union([A, B]) }),
    object({ a: B }),
    [{ a: { a: 'x' } }, { a: { b: 1 } }],
    ['readers', 'neither', 'readers'],
  ],
  [
    'an alternative gets an optional field',
    object({ a: z.union([A, B]) }),
    object({ a: z.union([A.extend({ c: string().optional() }), B]) }),
    [{ a: { a: 'x' } }, { a: { a: 'x', c: 'x' } }],
    ['both', 'both', 'both'],
  ],
  [
    'a field of a list of objects is added and required',
    object({ a: array(A) }),
    object({ a: array(A.extend({ b: boolean() })) }),
    [{ a: [{ a: 'x' }] }, { a: [{ a: 'x', b: true }] }],
    ['readers', 'readers', 'readers'],
  ],
]

/** Changes that the reader's form does not show: a value of the older version is read, but it has lost its meaning. */
const CHANGES_OF_MEANING: Case[] = [
  [
    'an enum loses a value',
    object({ a: oneOf(['x', 'y']) }),
    object({ a: oneOf(['x']) }),
    [{ a: 'y' }, { a: 'x' }],
    ['readers', 'neither', 'readers'],
  ],
  [
    'a text becomes an enum',
    A,
    object({ a: oneOf(['x']) }),
    [{ a: 'y' }, { a: 'x' }],
    ['readers', 'readers', 'readers'],
  ],
  ['an enum becomes any text', object({ a: oneOf(['x']) }), A, [{ a: 'x' }, { a: 'y' }], ['both', 'both', 'writers']],
]

function toJsonSchema(schema: z.ZodType, transport: Transport): JsonSchema {
  const io = transport === 'request' ? 'input' : 'output'
  return z.toJSONSchema(schema, { io, override: (context) => cleanUpJsonSchema(context, io) }) as JsonSchema
}

function findChanges(before: z.ZodType, after: z.ZodType, transport: Transport) {
  const [was, is] = [toJsonSchema(before, transport), toJsonSchema(after, transport)]
  const resolve = { before: (ref: string) => ({ type: ref }), after: (ref: string) => ({ type: ref }) }
  return findSchemaChanges({ before: was, after: is, transport, at: 'x', resolve })
}

function classify(before: z.ZodType, after: z.ZodType, transport: Transport): Safety {
  const changes = findChanges(before, after, transport)
  if (changes.length === 0) return 'no change'
  const isSafeForOldReaders = changes.every((change) => change.isSafeForOldReaders)
  const isSafeForOldWriters = changes.every((change) => change.isSafeForOldWriters)
  if (isSafeForOldReaders) return isSafeForOldWriters ? 'both' : 'readers'
  return isSafeForOldWriters ? 'writers' : 'neither'
}

describe('a change of a contract', () => {
  it.each([...CASES, ...CHANGES_OF_MEANING])(
    'is classified for old readers and old writers: %s',
    (_change, before, after, _written, safe) => {
      const transports = ['event', 'response', 'request'] as const
      expect(transports.map((transport) => classify(before, after, transport))).toEqual(safe)
    },
  )

  it.each(CASES)('is read by consumers as it is classified: %s', (_change, before, after, [older, newer], [event]) => {
    expect([before.safeParse(older).success, after.safeParse(newer).success]).toEqual([true, true])
    const isReadByOld = toReaderSchema(before).safeParse(newer).success
    const isReadByNew = toReaderSchema(after).safeParse(older).success
    expect([isReadByOld, isReadByNew]).toEqual([
      ['both', 'readers', 'no change'].includes(event),
      ['both', 'writers', 'no change'].includes(event),
    ])
  })

  it('is unsafe if it is of a keyword that nobody has thought about', () => {
    const resolve = { before: (ref: string) => ({ type: ref }), after: (ref: string) => ({ type: ref }) }
    const comparison = { before: { type: 'number' }, after: { type: 'number', multipleOf: 2 }, at: 'x', resolve }
    for (const transport of ['event', 'response', 'request'] as const)
      expect(findSchemaChanges({ ...comparison, transport })).toMatchObject([
        { text: 'x: multipleOf was not set and is 2', isSafeForOldReaders: false, isSafeForOldWriters: false },
      ])
  })
})

describe('the review of changes', () => {
  const change = {
    text: 'x was removed',
    transport: 'event',
    isSafeForOldReaders: false,
    isSafeForOldWriters: true,
  } as const

  it('demands that events are safe for both, responses for old readers, and requests for old writers', () => {
    const admissible = (['event', 'response', 'request'] as const).map((transport) =>
      [
        [true, true],
        [true, false],
        [false, true],
        [false, false],
      ].map(([readers = false, writers = false]) =>
        isAdmissible({ text: '', transport, isSafeForOldReaders: readers, isSafeForOldWriters: writers }),
      ),
    )
    expect(admissible).toEqual([
      [true, false, false, false],
      [true, true, false, false],
      [true, false, true, false],
    ])
  })

  it('refuses an unsafe change, and says for whom it is unsafe', () => {
    expect(reviewChanges([change, change], {})).toEqual({
      notes: [],
      errors: ['Breaking change: x was removed: unsafe for old readers, safe for old writers'],
    })
  })

  it('accepts an unsafe change that is listed with a reason', () => {
    expect(reviewChanges([change], { 'x was removed': 'Nobody reads it' })).toEqual({
      notes: ['x was removed: unsafe for old readers, safe for old writers; accepted: Nobody reads it'],
      errors: [],
    })
  })

  it('notes a safe change', () => {
    const safe = { ...change, isSafeForOldReaders: true }
    expect(reviewChanges([safe], {})).toEqual({ notes: [`x was removed: ${describeSafety(safe)}`], errors: [] })
  })
})

import { describe, expect, it } from '@jest/globals'
import * as z from 'zod'
import { type EventDefinition, events } from '../src/index.ts'
import { readEventData } from '../src/read-event-data.ts'
import { createSample, type Sample } from './samples.ts'

const definitions: [string, EventDefinition][] = Object.values(events).map((event) => [event.type, event])

/** Reads changed data of an event as a consumer does. */
const read = (definition: EventDefinition, sample: Sample) => readEventData(definition, sample)

describe('a reader of events', () => {
  it.each(definitions)('reads %s as its producer writes it', (_type, definition) => {
    const sample = createSample(definition.data)
    expect(definition.data.parse(sample)).toEqual(sample)
    expect(read(definition, sample)).toEqual({ data: sample, unknownValues: [] })
  })

  it.each(definitions)('accepts new fields at every level of %s, and removes them', (_type, definition) => {
    const newer = createSample(definition.data, { addField: true })
    expect(read(definition, newer)).toEqual({ data: createSample(definition.data), unknownValues: [] })
  })

  it.each(definitions)('accepts longer texts and lists in %s', (_type, definition) => {
    const longer = createSample(definition.data, { isLong: true })
    expect(read(definition, longer)).toEqual({ data: longer, unknownValues: [] })
  })

  it.each(definitions)('accepts new enum values in %s, passes them on and reports them', (_type, definition) => {
    const newer = createSample(definition.data, { enumValue: 'brand-new' })
    const { data, unknownValues } = read(definition, newer)
    expect(data).toEqual(newer)
    expect(unknownValues).toHaveLength(JSON.stringify(newer).split('brand-new').length - 1)
    for (const value of unknownValues) expect(value).toMatch(/^[\w.]+: brand-new$/)
  })

  const definition = (data: z.ZodObject): EventDefinition => ({ ...events.postDeleted, type: 'x', data })

  it.each([
    ['a missing field', z.object({ a: z.string() }), {}],
    ['another type', z.object({ a: z.string() }), { a: 1 }],
    ['another type of an enum', z.object({ a: z.enum(['x']) }), { a: 1 }],
    ['a text that does not match a pattern', z.object({ a: z.string().max(3).regex(/^x/) }), { a: 'yyyy' }],
    ['a number out of its limits', z.object({ a: z.int().max(3) }), { a: 4 }],
    ['another literal', z.object({ a: z.literal('x') }), { a: 'y' }],
    ['no alternative of a union', z.object({ a: z.union([z.string(), z.boolean()]) }), { a: 1 }],
  ])('refuses %s', (_what, data, sample) => expect(() => read(definition(data), sample)).toThrow(z.ZodError))

  it('names the field and the value of an unknown value in a union', () => {
    const { type, topic, ...notificationRead } = events.notificationRead
    const data = { read: { before: '2026-03-01T12:00:00.000Z', types: ['like', 'poll'] }, unread: 1 }
    expect(readEventData({ type, topic, ...notificationRead }, data)).toEqual({
      data,
      unknownValues: ['read.types.1: poll'],
    })
  })
})

import { describe, expect, it } from '@jest/globals'
import type * as z from 'zod'
import * as limits from '../src/limits.ts'
import { listFields, listPatterns, type RequestField, requestSchemas } from './request-fields.ts'

/** The largest JSON body that a service reads. */
const MAX_BODY_BYTES = 256 * 1024
const MAX_CPU_MS = 50

const repeat = (text: string, size = MAX_BODY_BYTES) => text.repeat(Math.ceil(size / text.length))

const REPEATED_TEXTS = [
  'a',
  '.',
  '@',
  ' ',
  '\t\n',
  '0',
  '-',
  '/',
  ',',
  'a.',
  'a,',
  'a@',
  '0,',
  '::',
  '%',
  '\u0301',
  'e\u0301',
  '👩‍👩‍👧‍👦',
  '\ud800',
  '\0',
]

/** Creates texts on which patterns with overlapping repetitions backtrack. */
const createHostileTexts = (size?: number) =>
  [
    ...REPEATED_TEXTS.map((text) => repeat(text, size)),
    `a@${repeat('.', size)}@`,
    `a@${repeat('a.', size)}@`,
    `a${repeat('.a', size)}.`,
    `https://${repeat('a.', size)}`,
    `2026-01-01T00:00:00.${repeat('0', size)}!`,
    `${repeat(' ', size)}a${repeat(' ', size)}`,
  ] as const

/** Other processes on the same core and the garbage collector make a measurement longer, never shorter. */
const MAX_MEASUREMENTS = 20

/** Measures the CPU time of a function. Measures again while it is above the limit, and returns the shortest. */
function measureCpuMs(run: () => unknown): number {
  let shortest = Number.POSITIVE_INFINITY
  for (let count = 0; count < MAX_MEASUREMENTS && shortest >= MAX_CPU_MS; count++) {
    const before = process.cpuUsage()
    run()
    const { user, system } = process.cpuUsage(before)
    shortest = Math.min(shortest, (user + system) / 1000)
  }
  return shortest
}

const wrap = (path: RequestField['path'], value: unknown): unknown =>
  path.reduceRight<unknown>((inner, key) => (key === 0 ? [inner] : { [key]: inner }), value)

const isText = (schema: z.core.$ZodType) => (schema as z.core.$ZodTypes)._zod.def.type === 'string'

describe('a request', () => {
  const fields = requestSchemas.flatMap((request) => listFields(request).map((field) => ({ ...field, request })))

  it.each(fields)('is parsed in less than 50 ms with 256 KB of anything in $name', ({ path, request }) => {
    // the shorter texts first: quadratic time fails there within a second
    for (const text of [...createHostileTexts(MAX_BODY_BYTES / 16), ...createHostileTexts()]) {
      const input = wrap(path, text)
      expect(measureCpuMs(() => request.schema.safeParse(input))).toBeLessThan(MAX_CPU_MS)
    }
  })

  const lists = fields.filter(({ path }) => path.includes(0))
  it.each(lists)('is parsed in less than 50 ms with a list of 256 KB in $name', ({ path, request }) => {
    for (const item of [0, '', 'like', {}, []]) {
      const items = Array.from({ length: MAX_BODY_BYTES / (JSON.stringify(item).length + 1) }, () => item)
      const input = wrap(path.slice(0, path.indexOf(0)), items)
      expect(measureCpuMs(() => request.schema.safeParse(input))).toBeLessThan(MAX_CPU_MS)
    }
  })

  it.each(fields.filter(({ schema }) => isText(schema)))(
    'has a length limit before every pattern in $name',
    ({ schema }) => {
      const { checks = [] } = (schema as z.ZodString)._zod.def
      const names = checks.map(({ _zod: { def } }) => (def.check === 'max_length' && def.abort ? 'limit' : def.check))
      expect(names.filter((name) => name !== 'overwrite')[0]).toBe('limit') // 'overwrite' trims, which is linear
    },
  )
})

describe('a pattern', () => {
  const inLimits = Object.values(limits).filter((value) => value instanceof RegExp)
  const inSchemas = requestSchemas.flatMap(listFields).flatMap(listPatterns)
  const sources = new Set([...inLimits, ...inSchemas].map(String))

  it.each([...sources])('takes linear time: %s', (source) => {
    const pattern = [...inLimits, ...inSchemas].find((it) => String(it) === source)
    for (const size of [1_000, 10_000, 100_000])
      for (const text of createHostileTexts(size))
        expect(measureCpuMs(() => pattern?.test(text))).toBeLessThan(MAX_CPU_MS)
  })
})

import { describe, expect, it } from '@jest/globals'
import { shareAcrossTests } from '@meadow/testing'
import { openTestDatabase } from '@meadow/testing/postgres'
import { toArrayParameter, toJsonArrayParameter } from '../src/index.ts'

describe('an array parameter', () => {
  const database = shareAcrossTests(openTestDatabase)

  it.each([
    ['text', ['', 'NULL', 'null', ' a b ', '"', '\\', '\\"', '{x,y}', "it's", 'a\nb', '🌼', null]],
    ['integer', [0, -1, 2 ** 31 - 1, null]],
    ['boolean', [true, false, null]],
    ['timestamptz', [new Date(0), new Date(0), new Date('2026-11-24T12:00:00.001+01:00'), null]],
    ['uuid', []],
  ])('of the type %s reads as its elements', async (type, values) => {
    const { pool } = await database()
    const { rows } = await pool.query(`select $1::${type}[] as values`, [toArrayParameter(values)])
    expect(rows).toEqual([{ values }])
  })

  it('of JSON texts reads as these texts', async () => {
    const { pool } = await database()
    const texts = ['{"a": "\\"[,]"}', '[1,2]', 'null']
    const sql = 'select element::text as text from json_array_elements($1::json) as element'
    const { rows } = await pool.query(sql, [toJsonArrayParameter(texts)])
    expect(rows.map(({ text }) => text)).toEqual(texts)
  })
})

import { describe, expect, it } from '@jest/globals'
import type { Column } from '../src/read-columns.ts'
import { writeTypes } from '../src/write-types.ts'

const column = (table: string, name: string, type: string, isNullable = false): Column => ({
  table,
  name,
  type,
  isNullable,
})

const bodyOf = (module: string) => module.split('\n').slice(2).join('\n')

describe('writeTypes', () => {
  it('writes one type per table, with null for nullable columns and arrays for array columns', () => {
    const columns = [
      column('media_to_remove', 'path', 'text'),
      column('media_to_remove', 'due_at', 'timestamptz', true),
      column('media_to_remove', 'widths', '_int4'),
      column('media_to_remove', 'details', 'jsonb', true),
    ]
    expect(bodyOf(writeTypes(columns, []))).toBe(`export type MediaToRemoveTable = {
  path: string
  due_at: Date | null
  widths: number[]
  details: unknown
}
`)
  })

  it("writes only the added columns of another owner's table", () => {
    const id = column('members', 'id', 'uuid')
    const types = writeTypes([id, column('members', 'folded_name', 'text', true)], [id])
    expect(bodyOf(types)).toBe(`export type MembersAddedColumns = {
  folded_name: string | null
}
`)
  })

  it('refuses a column type whose value in JavaScript is not known', () => {
    expect(() => writeTypes([column('posts', 'area', 'polygon')], [])).toThrow('posts.area has the type polygon')
  })
})

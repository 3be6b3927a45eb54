import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { describe, expect, it } from '@jest/globals'
import { NEXT_VERSION, toChangedSource } from '../src/versions/next-version.ts'

const ROOT = resolve(import.meta.dirname, '../../..')

describe('the next version of the fault run', () => {
  it('fits the current sources', () => {
    for (const change of NEXT_VERSION) expect(toChangedSource(ROOT, change)).not.toBe('')
  })

  it('says which change no longer fits', () => {
    const folder = mkdtempSync(join(tmpdir(), 'meadow-next-version-'))
    try {
      writeFileSync(join(folder, 'post.ts'), 'one two two')
      const change = (find: string) => ({ file: 'post.ts', find, replace: 'three' })
      expect(toChangedSource(folder, change('one'))).toBe('three two two')
      expect(() => toChangedSource(folder, change('two'))).toThrow('post.ts has 2 times, not once: two')
      expect(() => toChangedSource(folder, change('four'))).toThrow('no longer fits the current one')
      expect(() => toChangedSource(folder, { file: 'post.ts', content: '' })).toThrow('post.ts exists already')
    } finally {
      rmSync(folder, { recursive: true })
    }
  })
})

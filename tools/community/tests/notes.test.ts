import { appendFile, mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from '@jest/globals'
import { openNotes } from '../src/notes.ts'

let dir: string
beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'notes-'))
})
afterAll(() => rm(dir, { recursive: true }))

it('goes on behind the last whole note, wherever the one after it was cut off', async () => {
  const file = join(dir, 'notes.jsonl')
  openNotes(file).set('member mara', 'joined')
  await appendFile(file, '["member kö')
  openNotes(file).set('member kofi', 'joined')
  const notes = openNotes(file)
  expect([notes.get('member mara'), notes.get('member kofi')]).toEqual(['joined', 'joined'])
  expect((await readFile(file, 'utf8')).split('\n')).toHaveLength(3)
})

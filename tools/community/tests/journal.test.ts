import { appendFile, mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from '@jest/globals'
import { openJournal } from '../src/journal.ts'

let dir: string
beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'journal-'))
})
afterAll(() => rm(dir, { recursive: true }))

it('continues after the last complete entry, wherever the next one was cut off', async () => {
  const file = join(dir, 'journal.jsonl')
  openJournal(file).set('member mara', 'registered')
  await appendFile(file, '["member kö')
  openJournal(file).set('member kofi', 'registered')
  const journal = openJournal(file)
  expect([journal.get('member mara'), journal.get('member kofi')]).toEqual(['registered', 'registered'])
  expect((await readFile(file, 'utf8')).split('\n')).toHaveLength(3)
})

import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from '@jest/globals'
import { openCommunity } from '../src/community.ts'
import { openProcessRegistry } from '../src/process-registry.ts'

let dir: string
beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'community-'))
})
afterAll(() => rm(dir, { recursive: true }))

it('reports a second stage that cannot start, and leaves the product running', async () => {
  await writeFile(join(dir, 'community.jsonl'), '["first stage","2026-11-23T04:00:00.000Z"]\n')
  await writeFile(join(dir, 'logs'), 'a file where the folder of logs belongs')
  const lines: string[] = []
  await openCommunity(dir, true).createOtherMembers({
    environment: {},
    programs: [],
    registry: openProcessRegistry(join(dir, 'processes')),
    printLine: (line) => lines.push(line),
    signal: new AbortController().signal,
  })
  expect(lines.at(-1)).toMatch(/The demo community is incomplete.*(ENOTDIR|EEXIST)/)
})

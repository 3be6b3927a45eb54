import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { openCommunity } from '../src/community.ts'
import { openProcessRegistry } from '../src/process-registry.ts'

let dir: string
beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'community-'))
})
afterAll(() => rm(dir, { recursive: true }))

it('reports a second stage that cannot start, and leaves the product running', async () => {
  await writeFile(join(dir, 'community.jsonl'), '["first stage","2026-11-23T04:00:00.000Z"]\n')
  const lines: string[] = []
  await openCommunity(dir, true).createOtherMembers({
    variables: { LOG_LEVEL: 'no variable can contain \0' },
    programs: [],
    registry: openProcessRegistry(join(dir, 'processes')),
    printLine: (line) => lines.push(line),
    signal: new AbortController().signal,
  })
  expect(lines.at(-1)).toMatch(/The demo community is incomplete.*null bytes/)
})

describe('the demo accounts of a data folder', () => {
  const FILLED = '["demo accounts","[\\"mara\\",\\"kofi\\"]"]\n["first stage","2026-11-23T04:00:00.000Z"]\n'
  const FILLED_BY_AN_OLDER_VERSION = FILLED.replace('[\\"mara\\",\\"kofi\\"]', '{\\"mara\\":\\"secret\\"}')
  const EMPTY = undefined

  it.each([
    { journal: FILLED, isWanted: true, accounts: 'mara,kofi', signIn: 'on' },
    { journal: FILLED, isWanted: false, accounts: 'mara,kofi', signIn: 'off' },
    { journal: FILLED_BY_AN_OLDER_VERSION, isWanted: true, accounts: 'mara', signIn: 'on' },
    { journal: EMPTY, isWanted: false, accounts: '', signIn: 'off' },
  ])(
    'are named to auth, which offers them unless --empty is set: %j',
    async ({ journal, isWanted, accounts, signIn }) => {
      const folder = await mkdtemp(join(tmpdir(), 'community-'))
      await mkdir(join(folder, 'postgres')) // a later start
      if (journal) await writeFile(join(folder, 'community.jsonl'), journal)
      const variables = await openCommunity(folder, isWanted).createFirstMembers({
        variables: {},
        programs: [],
        registry: openProcessRegistry(join(folder, 'processes')),
        printLine: () => {},
        signal: new AbortController().signal,
      })
      expect(variables).toEqual({ DEMO_ACCOUNTS: accounts, DEMO_SIGN_IN: signIn })
      await rm(folder, { recursive: true })
    },
  )
})

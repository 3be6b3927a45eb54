import { expect, it } from '@jest/globals'
import { MAX_MUTED_WORDS } from '@meadow/contracts/limits'
import { shareAcrossTests } from '@meadow/testing'
import { HOUR_MS } from '@meadow/testing/service'
import { openSocial } from './fixtures.ts'

const started = shareAcrossTests(openSocial)

async function openMember() {
  const social = await started()
  const member = await social.relations.addMember()
  const caller = social.as(member)
  return {
    ...social,
    member,
    list: async () => (await caller.get('/users/muted-words').expect(200)).body.words,
    set: (words: unknown) => caller.put('/users/muted-words').send({ words }),
  }
}

const inHours = (hours: number) => new Date(Date.now() + hours * HOUR_MS).toISOString()
const everywhere = { until: null, in: ['feed', 'alerts'] }

it('PUT /users/muted-words replaces the list, and publishes it with the next version', async () => {
  const { publishedEvents, member, list, set } = await openMember()
  expect(await list()).toEqual([])
  const until = inHours(24)
  const first = [{ text: 'season finale', until, in: ['feed'] }]
  const second = [...first, { text: 'Überraschung', ...everywhere }]
  for (const words of [first, second]) expect(await set(words)).toMatchObject({ status: 200, body: { words } })
  expect(await list()).toEqual(second)
  expect((await publishedEvents(member)).slice(-2)).toMatchObject([
    { type: 'member.muted-words-updated', subject: member._id, data: { version: 1, words: first } },
    { type: 'member.muted-words-updated', data: { version: 2, words: second } },
  ])
  await set([]).expect(200)
  expect(await list()).toEqual([])
})

it('a word that has ended is no longer listed, and a new list leaves it out', async () => {
  const { publishedEvents, member, pool, list, set } = await openMember()
  const ended = { text: 'ham', until: inHours(-1), in: ['feed'] }
  expect((await set([ended, { text: 'eggs', in: ['alerts'] }])).body.words).toMatchObject([
    { text: 'eggs', until: null },
  ])
  expect((await publishedEvents(member)).at(-1)).toMatchObject({ data: { words: [{ text: 'eggs' }] } })
  await pool.query('update muted_words set words = $2 where member_id = $1', [member._id, JSON.stringify([ended])])
  expect(await list()).toEqual([])
})

it('of two spellings of a word the last one counts', async () => {
  const { list, set } = await openMember()
  await set([
    { text: 'Café', in: ['feed'] },
    { text: '  cafe ', in: ['alerts', 'alerts'] },
  ]).expect(200)
  expect(await list()).toEqual([{ text: 'cafe', until: null, in: ['alerts'] }])
})

it('lists of two devices at a time leave one of the two, with a version for each', async () => {
  const { pool, member, set } = await openMember()
  await Promise.all(['ham', 'eggs', 'moss'].map((text) => set([{ text, ...everywhere }]).expect(200)))
  const { rows } = await pool.query(
    'select version, jsonb_array_length(words) as count from muted_words where member_id = $1',
    [member._id],
  )
  expect(rows).toEqual([{ version: 3, count: 1 }])
})

it('refuses what is no list of words', async () => {
  const { list, set } = await openMember()
  const word = { text: 'ham', ...everywhere }
  for (const wrong of [
    [{ ...word, text: '' }],
    [{ ...word, text: '…' }],
    [{ ...word, text: 'two\nlines' }],
    [{ ...word, text: 'x'.repeat(101) }],
    [{ ...word, in: [] }],
    [{ ...word, in: ['search'] }],
    [{ ...word, until: 'tomorrow' }],
    Array.from({ length: MAX_MUTED_WORDS + 1 }, (_, n) => ({ ...word, text: `word ${n}` })),
    'ham',
  ])
    expect(await set(wrong)).toMatchObject({ status: 400, body: { code: 'invalid_request' } })
  expect(await list()).toEqual([])
})

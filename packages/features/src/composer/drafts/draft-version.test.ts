import { describe, expect, it } from '@jest/globals'
import type { PostDraftView } from '@meadow/contracts/browser'
import { findNewerDraft, listDrafts, parseDraftVersion, toChangedVersion } from './draft-version.ts'

const [FIRST, SECOND, THIRD] = [
  '2026-01-01T10:00:00.000Z',
  '2026-01-01T10:00:01.000Z',
  '2026-01-01T10:00:02.000Z',
] as const
const aDraft = (change: Partial<PostDraftView> = {}): PostDraftView => ({
  _id: 'd1',
  content: 'Stored',
  pictures: [],
  commentAudience: 'everyone',
  changedAt: SECOND,
  ...change,
})

describe('toChangedVersion', () => {
  it('begins a draft, and keeps its id with each change', () => {
    const begun = toChangedVersion(undefined, new Date(FIRST), () => 'd1')
    expect(begun).toEqual({ id: 'd1', changedAt: FIRST })
    expect(toChangedVersion(begun, new Date(SECOND), () => 'd2')).toEqual({ id: 'd1', changedAt: SECOND })
  })

  it('is later than the version of a device whose clock is ahead', () => {
    const version = { id: 'd1', changedAt: THIRD, savedAt: THIRD }
    const { changedAt, savedAt } = toChangedVersion(version, new Date(FIRST), () => 'd2')
    expect([changedAt > THIRD, savedAt]).toEqual([true, THIRD])
  })
})

describe('findNewerDraft', () => {
  const saved = { id: 'd1', changedAt: FIRST, savedAt: FIRST }

  it('takes what another device has written, if nothing was written here since', () => {
    expect(findNewerDraft(saved, [aDraft()])).toEqual(aDraft())
    expect(findNewerDraft({ ...saved, changedAt: THIRD }, [aDraft()])).toBeUndefined()
    expect(findNewerDraft(saved, [aDraft({ changedAt: FIRST })])).toBeUndefined()
  })

  it('tells that another device has posted or deleted it, but never takes what was not saved', () => {
    expect(findNewerDraft(saved, [aDraft({ _id: 'd2' })])).toBe('gone')
    expect(findNewerDraft({ id: 'd1', changedAt: FIRST }, [])).toBeUndefined()
    expect(findNewerDraft({ ...saved, changedAt: SECOND }, [])).toBeUndefined()
    expect(findNewerDraft(undefined, [aDraft()])).toBeUndefined()
  })
})

it('lists drafts with what waits in the outbox, the last changed one first', () => {
  const drafts = [aDraft(), aDraft({ _id: 'd2' }), aDraft({ _id: 'd3' }), aDraft({ _id: 'open' })]
  const waiting = { content: 'Waiting', pictures: [], settings: {} }
  const entries = [
    { data: { id: 'd2', changedAt: THIRD, draft: waiting } },
    { data: { id: 'd3', changedAt: THIRD } },
    { data: { id: 'd4', changedAt: FIRST, draft: waiting } },
  ]
  const listed = listDrafts(drafts, entries, new Set(['open']))
  expect(listed.map(({ id, text }) => [id, text])).toEqual([
    ['d2', 'Waiting'],
    ['d1', 'Stored'],
    ['d4', 'Waiting'],
  ])
})

it('reads only versions', () => {
  for (const stored of ['', '{', '{}', 'null', '{"id":1}', '{"id":"a","changedAt":"now"}'])
    expect(parseDraftVersion(stored)).toBeUndefined()
  expect(parseDraftVersion(JSON.stringify({ id: 'd1', changedAt: FIRST }))).toEqual({ id: 'd1', changedAt: FIRST })
})

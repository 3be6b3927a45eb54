import { describe, expect, it } from '@jest/globals'
import { resolveDraft, toChangedVersion } from './draft-versions.ts'

const at = (second: number) => `2026-03-01T12:00:0${second}.000Z`
const stored = (content: string, second: number) => ({ _id: 'ben', content, changedAt: at(second) })
const saved = (second: number) => ({ changedAt: at(second), savedAt: at(second) })
const changed = (second: number, savedAt?: string) => ({ changedAt: at(second), savedAt })

describe('the draft of a conversation, when the server is asked', () => {
  it.each([
    ['is taken on a device that has none', { text: '', version: undefined }, stored('Hi', 1), 'take'],
    [
      'stays if it is of a version without drafts on the server',
      { text: 'Old', version: undefined },
      stored('Hi', 1),
      'keep',
    ],
    ['stays if nobody has changed it', { text: 'Hi', version: saved(1) }, stored('Hi', 1), 'keep'],
    ['is replaced by a newer one', { text: 'Hi', version: saved(1) }, stored('Hi you', 2), 'take'],
    ['is cleared when it was sent elsewhere', { text: 'Hi', version: saved(1) }, undefined, 'clear'],
    ['stays while it is typed', { text: 'Hi Be', version: changed(2, at(1)) }, stored('Hi', 1), 'keep'],
    [
      'stays while it is typed, also if it was sent elsewhere',
      { text: 'Hi Be', version: changed(2, at(1)) },
      undefined,
      'keep',
    ],
    ['gives way to a newer one, which is told', { text: 'Mine', version: changed(1) }, stored('Theirs', 2), 'conflict'],
    ['is no conflict with the same text', { text: 'Same ', version: changed(1) }, stored('Same', 2), 'keep'],
    ['that was sent here is not brought back', { text: '', version: saved(2) }, stored('Hi', 1), 'keep'],
  ] as const)('%s', (_case, local, onServer, expected) => {
    expect(resolveDraft(local, onServer)).toBe(expected)
  })
})

it('a change is later than the one before, whatever the clock says', () => {
  const version = toChangedVersion(saved(5), new Date(at(1)))
  expect(version).toEqual({ changedAt: '2026-03-01T12:00:05.001Z', savedAt: at(5) })
  expect(toChangedVersion(undefined, new Date(at(1)))).toEqual({ changedAt: at(1) })
})

import { describe, expect, it } from '@jest/globals'
import { changeMarks, isArchivedAt, NO_MARKS, toMarksView } from './conversation-marks.ts'

const at = new Date('2026-03-01T12:00:00Z')
const later = new Date('2026-03-01T13:00:00Z')
const context = { seq: 7, otherPins: 0, at }

describe('a change of marks', () => {
  it('leaves what it does not name', () => {
    const known = { mutedUntil: later, pinnedAt: at, archivedSeq: null, isUnread: true, clearedUpTo: 3 }
    expect(changeMarks(known, {}, context)).toEqual(known)
    expect(changeMarks(known, { isUnread: false }, context)).toEqual({ ...known, isUnread: false })
  })

  it('clears the history up to the newest message, and never moves back', () => {
    const cleared = changeMarks(NO_MARKS, { clearedUpTo: 5 }, context)
    expect(cleared).toEqual({ ...NO_MARKS, clearedUpTo: 5 })
    expect(changeMarks(cleared, { clearedUpTo: 4 }, context)).toEqual(cleared)
    expect(changeMarks(cleared, { clearedUpTo: 9 }, context).clearedUpTo).toBe(context.seq)
    expect(toMarksView(cleared, 7, at)).toMatchObject({ clearedUpTo: 5 })
    expect(toMarksView(NO_MARKS, 7, at)).not.toHaveProperty('clearedUpTo')
  })

  it('drops a mute that has ended', () => {
    expect(changeMarks(NO_MARKS, { mutedUntil: at }, context)).toEqual(NO_MARKS)
    expect(changeMarks({ ...NO_MARKS, mutedUntil: at }, { isUnread: true }, context).mutedUntil).toBeNull()
  })

  it('pins or archives', () => {
    const archived = changeMarks({ ...NO_MARKS, pinnedAt: at }, { archived: true }, context)
    expect(archived).toEqual({ ...NO_MARKS, archivedSeq: 7 })
    expect(changeMarks(archived, { pinned: true }, context)).toEqual({ ...NO_MARKS, pinnedAt: at })
    expect(changeMarks(archived, { pinned: false }, context)).toEqual(archived)
    expect(changeMarks(NO_MARKS, { pinned: true, archived: true }, context)).toEqual(archived)
  })

  it('archives nothing by a mute after a message has brought the conversation back', () => {
    const returned = { ...NO_MARKS, archivedSeq: 6 }
    const muted = changeMarks(returned, { mutedUntil: later }, context)
    expect(isArchivedAt(muted, 7, at)).toBe(false)
    expect(isArchivedAt(changeMarks({ ...NO_MARKS, archivedSeq: 7 }, { mutedUntil: later }, context), 8, at)).toBe(true)
  })

  it('keeps the place of a pin that is repeated, and refuses the sixth', () => {
    const pinned = { ...NO_MARKS, pinnedAt: at }
    expect(changeMarks(pinned, { pinned: true }, { ...context, otherPins: 4, at: later })).toEqual(pinned)
    expect(() => changeMarks(NO_MARKS, { pinned: true }, { ...context, otherPins: 5 })).toThrow(/up to 5/)
    expect(changeMarks(NO_MARKS, { isUnread: true }, { ...context, otherPins: 5 }).isUnread).toBe(true)
  })
})

it('a later message ends the archive, unless the conversation is muted', () => {
  const archived = { mutedUntil: null, archivedSeq: 7 }
  expect(isArchivedAt(archived, 7, at)).toBe(true)
  expect(isArchivedAt(archived, 8, at)).toBe(false)
  expect(isArchivedAt({ ...archived, mutedUntil: later }, 8, at)).toBe(true)
  expect(isArchivedAt({ ...archived, mutedUntil: later }, 8, later)).toBe(false)
  expect(isArchivedAt({ mutedUntil: later, archivedSeq: null }, 8, at)).toBe(false)
})

it('the view has no mute that has ended', () => {
  const marks = { ...NO_MARKS, mutedUntil: later }
  expect(toMarksView(marks, 1, at).mutedUntil).toBe(later.toISOString())
  expect(toMarksView(marks, 1, later).mutedUntil).toBeNull()
})

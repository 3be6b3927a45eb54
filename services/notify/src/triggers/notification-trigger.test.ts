import { describe, expect, it } from '@jest/globals'
import { newId } from '@meadow/service'
import { alice, bob, carol } from '@meadow/testing'
import { type AcceptedTrigger, groupTriggers } from './notification-trigger.ts'

const noon = Date.parse('2026-03-01T12:00:00Z')
const hour = (hours: number) => new Date(noon + hours * 3_600_000)
const postId = '0199a000-0000-7000-8000-0000000005f1'
const open = { _id: newId(hour(0)), to: alice._id, postId, updatedAt: hour(0) }

const like = (from: string, at: Date, over: Partial<AcceptedTrigger> = {}): AcceptedTrigger => ({
  type: 'like',
  to: alice._id,
  from,
  at,
  postId,
  commentId: null,
  excerpt: '',
  hidden: false,
  ...over,
})

describe('triggers about one post', () => {
  it('are grouped into one notification with the time of the last one', () => {
    const found = groupTriggers([like(bob._id, hour(0)), like(carol._id, hour(3))], [], newId)
    expect(found).toMatchObject([{ to: alice._id, createdAt: hour(0), updatedAt: hour(3) }])
    expect([...(found[0]?.triggers.keys() ?? [])]).toEqual([bob._id, carol._id])
  })

  it('join the unread notification for 24 hours after its last change', () => {
    expect(groupTriggers([like(bob._id, hour(24))], [open], newId)).toMatchObject([
      { _id: open._id, updatedAt: hour(24) },
    ])
    const later = groupTriggers([like(bob._id, new Date(hour(24).getTime() + 1))], [open], newId)
    expect(later[0]?._id).not.toBe(open._id)
    expect(groupTriggers([like(bob._id, hour(20)), like(carol._id, hour(40))], [open], newId)).toHaveLength(1)
  })

  it('never move its time back', () => {
    expect(groupTriggers([like(bob._id, hour(-2))], [open], newId)).toMatchObject([
      { _id: open._id, updatedAt: hour(0) },
    ])
  })

  it('keep the last action of each actor', () => {
    const comment = (excerpt: string, at: Date) => like(bob._id, at, { type: 'comment', excerpt })
    const [found] = groupTriggers(
      [comment('one', hour(1)), comment('two', hour(2)), comment('late', hour(0))],
      [],
      newId,
    )
    expect(found?.triggers.get(bob._id)).toMatchObject({ excerpt: 'two' })
    expect(found?.triggers.size).toBe(1)
  })
})

describe('mentions of several members in one post', () => {
  it('have a notification for each member, and join only their own', () => {
    const mentions = [alice, carol].map((to) => like(bob._id, hour(1), { type: 'mention', to: to._id }))
    const found = groupTriggers(mentions, [open], newId)
    expect(found).toMatchObject([{ _id: open._id, to: alice._id }, { to: carol._id }])
    expect(found[1]?._id).not.toBe(open._id)
  })
})

describe('triggers about no post', () => {
  it('each have a notification', () => {
    const follow = (from: string) => like(from, hour(0), { type: 'follow', postId: null })
    expect(groupTriggers([follow(bob._id), follow(carol._id)], [], newId)).toHaveLength(2)
  })
})

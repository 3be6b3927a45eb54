import { describe, expect, it } from '@jest/globals'
import { newId } from '@meadow/service'
import { alice, bob, carol } from '@meadow/testing'
import { type Admitted, gather } from './act.ts'

const noon = Date.parse('2026-03-01T12:00:00Z')
const hour = (hours: number) => new Date(noon + hours * 3_600_000)
const postId = '0199a000-0000-7000-8000-0000000005f1'
const open = { _id: newId(hour(0)), postId, updatedAt: hour(0) }

const like = (from: string, at: Date, over: Partial<Admitted> = {}): Admitted => ({
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

describe('acts about one post', () => {
  it('are one notification, whose time goes along', () => {
    const found = gather([like(bob._id, hour(0)), like(carol._id, hour(3))], [], newId)
    expect(found).toMatchObject([{ to: alice._id, createdAt: hour(0), updatedAt: hour(3) }])
    expect([...(found[0]?.acts.keys() ?? [])]).toEqual([bob._id, carol._id])
  })

  it('join the unread one until a day after its last change', () => {
    expect(gather([like(bob._id, hour(24))], [open], newId)).toMatchObject([{ _id: open._id, updatedAt: hour(24) }])
    const later = gather([like(bob._id, new Date(hour(24).getTime() + 1))], [open], newId)
    expect(later[0]?._id).not.toBe(open._id)
    expect(gather([like(bob._id, hour(20)), like(carol._id, hour(40))], [open], newId)).toHaveLength(1)
  })

  it('never turn its time back', () => {
    expect(gather([like(bob._id, hour(-2))], [open], newId)).toMatchObject([{ _id: open._id, updatedAt: hour(0) }])
  })

  it('show the last of each actor', () => {
    const comment = (excerpt: string, at: Date) => like(bob._id, at, { type: 'comment', excerpt })
    const [found] = gather([comment('one', hour(1)), comment('two', hour(2)), comment('late', hour(0))], [], newId)
    expect(found?.acts.get(bob._id)).toMatchObject({ excerpt: 'two' })
    expect(found?.acts.size).toBe(1)
  })
})

describe('acts about no post', () => {
  it('are told one by one', () => {
    const follow = (from: string) => like(from, hour(0), { type: 'follow', postId: null })
    expect(gather([follow(bob._id), follow(carol._id)], [], newId)).toHaveLength(2)
  })
})

import { randomUUID } from 'node:crypto'
import { expect, it } from '@jest/globals'
import { type EventOf, events } from '@meadow/contracts'
import { createEvent } from '@meadow/events'
import { newId } from '@meadow/service'
import { shareAcrossTests, type TestMember } from '@meadow/testing'
import { openNotify } from './fixtures.ts'

const started = shareAcrossTests(openNotify)

async function openDecisions() {
  const notify = await started()
  const [reporter, other, reported, moderator] = [
    await notify.addMember(),
    await notify.addMember(),
    await notify.addMember(),
    await notify.addMember(),
  ]
  type Data = EventOf<typeof events.reportDecided>['data']
  const decided = (by: TestMember, data: Partial<Data> & { reportId?: string } = {}) => {
    const { reportId = randomUUID(), ...rest } = data
    const time = notify.clock.now()
    return createEvent(events.reportDecided, {
      source: 'social',
      subject: reportId,
      id: newId(time),
      time,
      data: {
        kind: 'post',
        targetId: randomUUID(),
        reporterId: by._id,
        reportedId: reported._id,
        decision: 'remove',
        rule: 'No advertising',
        decidedBy: moderator._id,
        decisionId: reportId,
        ...rest,
      },
    })
  }
  return { ...notify, reporter, other, reported, moderator, decided }
}

it('tells the reporter the outcome and the rule, and nothing of the moderator or the reported', async () => {
  const { as, deliverEvents, publishedEvents, decided, reporter, reported, moderator } = await openDecisions()
  const event = decided(reporter)
  await deliverEvents(event, event)
  const response = await as(reporter).get('/posts/notifications')
  expect(response.body).toMatchObject({
    notifications: [
      {
        type: 'other',
        kind: 'report_resolved',
        rule: 'No advertising',
        reportId: event.subject,
        from: { _id: reporter._id },
        text: expect.stringContaining('No advertising'),
        isRead: false,
      },
    ],
    unread: { all: 1 },
    unseen: 1,
  })
  for (const secret of [moderator._id, reported._id]) expect(response.text).not.toContain(secret)
  expect(await publishedEvents(reporter)).toMatchObject([
    { type: 'notification.created', data: { notification: { kind: 'report_resolved' }, unread: 1 } },
  ])
})

it('tells the reported once which rule applied, also if several members have reported the same', async () => {
  const { as, deliverEvents, decided, reporter, other, reported } = await openDecisions()
  const first = decided(reporter)
  const second = decided(other, { decisionId: first.subject })
  await deliverEvents(second, first)
  const found = await as(reported).notifications()
  expect(found).toMatchObject([{ kind: 'content_removed', rule: 'No advertising', reportId: first.subject }])
  expect(JSON.stringify(found)).not.toContain(reporter._id)
  expect(await as(other).notifications()).toMatchObject([{ kind: 'report_resolved', reportId: second.subject }])
})

it('does not tell the reported of a dismissed report', async () => {
  const { as, deliverEvents, decided, reporter, reported } = await openDecisions()
  await deliverEvents(decided(reporter, { decision: 'dismiss', rule: '' }))
  expect(await as(reporter).notifications()).toMatchObject([{ kind: 'report_dismissed', rule: '' }])
  expect(await as(reported).notifications()).toEqual([])
})

it('tells a member of a warning, a suspension, and its early end', async () => {
  const { as, deliverEvents, decided, reporter, reported, moderator, clock } = await openDecisions()
  await deliverEvents(decided(reporter, { decision: 'warn' }))
  await deliverEvents(decided(reporter, { decision: 'suspend', suspendedUntil: null }))
  const time = clock.now()
  const unsuspended = { source: 'auth', subject: reported._id, id: newId(time), time, data: { by: moderator._id } }
  await deliverEvents(createEvent(events.memberUnsuspended, unsuspended))
  const response = await as(reported).get('/posts/notifications')
  expect(response.body.notifications).toMatchObject([
    { kind: 'unsuspended' },
    { kind: 'suspended' },
    { kind: 'warned' },
  ])
  expect(response.text).not.toContain(moderator._id)
})

it('treats a decision of a newer version as an action, and an older event as the only one', async () => {
  const { as, deliverEvents, decided, reporter, reported } = await openDecisions()
  const event = decided(reporter)
  const newer = { ...event, data: { ...event.data, decision: 'newer' } } as unknown as typeof event
  await deliverEvents(newer)
  expect(await as(reporter).notifications()).toMatchObject([{ kind: 'report_resolved' }])
  const { decisionId: _, ...older } = decided(reporter).data
  await deliverEvents({ ...decided(reporter), data: older })
  expect(await as(reported).notifications()).toMatchObject([{ kind: 'content_removed' }])
})

it('is read with all others, and cannot be turned off', async () => {
  const { as, deliverEvents, decided, reporter } = await openDecisions()
  await as(reporter).changePreferences({ follow: { inApp: false }, like: { inApp: false }, comment: { inApp: false } })
  await deliverEvents(decided(reporter))
  expect(await as(reporter).unread()).toBe(1)
  await as(reporter).readAll()
  expect(await as(reporter).unread()).toBe(0)
})

it('tells the author the answer to an appeal, and each reporter that a decision was taken back', async () => {
  const { as, deliverEvents, clock, reporter, other, reported, moderator } = await openDecisions()
  const [decisionId, otherId] = [randomUUID(), randomUUID()]
  const toAnswer = (by: TestMember, subject: string, isAccepted: boolean) => {
    const time = clock.now()
    return createEvent(events.reportAppealDecided, {
      source: 'social',
      subject,
      id: newId(time),
      time,
      data: {
        kind: 'post',
        targetId: randomUUID(),
        reporterId: by._id,
        reportedId: reported._id,
        decision: 'warn',
        isAccepted,
        rule: 'No advertising',
        decidedBy: moderator._id,
        decisionId,
        decidedAt: time.toISOString(),
      },
    })
  }
  await deliverEvents(toAnswer(reporter, decisionId, false))
  expect(await as(reporter).notifications()).toEqual([])
  await deliverEvents(toAnswer(other, otherId, true), toAnswer(reporter, decisionId, true))
  expect(await as(reported).notifications()).toMatchObject([{ kind: 'appeal_accepted' }, { kind: 'appeal_rejected' }])
  for (const by of [reporter, other])
    expect(await as(by).notifications()).toMatchObject([{ kind: 'decision_reversed', rule: 'No advertising' }])
})

it('tells the author once that moderators hide what they wrote, and not that it is shown again', async () => {
  const { as, deliverEvents, clock, reported } = await openDecisions()
  const toHidden = (isHidden: boolean) => {
    const time = clock.now()
    const data = { kind: 'post' as const, targetId: randomUUID(), reportedId: reported._id, isHidden }
    return createEvent(events.reportContentHidden, {
      source: 'social',
      subject: randomUUID(),
      id: newId(time),
      time,
      data,
    })
  }
  const hidden = toHidden(true)
  await deliverEvents(hidden, hidden, toHidden(false))
  expect(await as(reported).notifications()).toMatchObject([{ kind: 'content_hidden' }])
})

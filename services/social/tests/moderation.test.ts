import { randomUUID } from 'node:crypto'
import { describe, expect, it } from '@jest/globals'
import { events } from '@meadow/contracts'
import { createEvent } from '@meadow/events'
import { newId } from '@meadow/service'
import { createTestMember, shareAcrossTests, type TestMember } from '@meadow/testing'
import request from 'supertest'
import { openSocial } from './fixtures.ts'

const started = shareAcrossTests(openSocial)

async function openModeration() {
  const social = await started()
  const [author, reporter, other, moderator] = [
    await social.relations.addMember(),
    await social.relations.addMember(),
    await social.relations.addMember(),
    await social.relations.addMember(),
  ]
  const file = async (by: TestMember, body: object) =>
    (
      await social
        .as(by)
        .post('/reports')
        .send({ category: 'spam', ...body })
    ).body.report
  /** Sends a request as a member with a role. */
  const send = (by: TestMember, role: 'member' | 'moderator' | 'admin', method: 'get' | 'post' | 'put', path: string) =>
    request(social.service.app)
      [method](path)
      .set('Authorization', `Bearer ${social.tokens.tokenFor(by, { role })}`)
  const decide = (id: string, body: object, by: TestMember = moderator) =>
    send(by, 'moderator', 'post', `/moderation/reports/${id}`).send(body)
  const update = (id: string, body: object, by: TestMember = moderator) =>
    send(by, 'moderator', 'put', `/moderation/reports/${id}`).send(body)
  const queue = async (query = '') =>
    (await send(moderator, 'moderator', 'get', `/moderation/reports?limit=50${query}`)).body.reports
  const audit = async () => (await send(moderator, 'admin', 'get', '/moderation/audit')).body.entries
  return { ...social, author, reporter, other, moderator, file, send, decide, update, queue, audit }
}

describe('moderation', () => {
  it('is for moderators and admins alone', async () => {
    const { send, reporter } = await openModeration()
    for (const [method, path] of [
      ['get', '/moderation/reports'],
      ['get', '/moderation/audit'],
      ['post', `/moderation/reports/${randomUUID()}`],
    ] as const)
      expect(await send(reporter, 'member', method, path)).toMatchObject({ status: 403, body: { code: 'forbidden' } })
    for (const role of ['moderator', 'admin'] as const)
      expect(await send(reporter, role, 'get', '/moderation/reports')).toMatchObject({ status: 200 })
  })

  it('shows open reports with reporter, reported member, evidence and the number of reports about the same', async () => {
    const { file, queue, author, reporter, other } = await openModeration()
    const { _id } = await file(reporter, { kind: 'member', id: author._id, text: 'Look', category: 'hate' })
    await file(other, { kind: 'member', id: author._id })
    const reports = await queue('&kind=member&category=hate')
    expect(reports[0]).toMatchObject({
      _id,
      text: 'Look',
      reporter: { username: reporter.username },
      reported: { username: author.username },
      evidence: { author: { _id: author._id } },
      openReports: 2,
      decision: null,
    })
    expect((await queue('&status=resolved')).map((report: { _id: string }) => report._id)).not.toContain(_id)
  })

  it('closes all open reports about the same by one decision, tells each reporter, and keeps it in the audit log', async () => {
    const { as, file, decide, audit, publishedEvents, author, reporter, other, moderator, testEvents, deliverEvents } =
      await openModeration()
    const id = randomUUID()
    await deliverEvents(testEvents.postCreated(author, id))
    const [first, second] = [await file(reporter, { kind: 'post', id }), await file(other, { kind: 'post', id })]
    const body = { decision: 'remove', rule: 'No advertising', note: 'The third time' }
    const outcome = { status: 'resolved', decision: 'remove', rule: 'No advertising' }
    expect(await decide(first._id, body)).toMatchObject({
      status: 200,
      body: { report: { ...outcome, note: 'The third time', decidedBy: { _id: moderator._id } } },
    })
    for (const [report, by] of [
      [first, reporter],
      [second, other],
    ] as const) {
      expect((await as(by).get('/reports')).body.reports).toMatchObject([outcome])
      expect((await publishedEvents(report)).slice(1)).toMatchObject([
        {
          type: 'report.decided',
          data: { kind: 'post', targetId: id, reporterId: by._id, reportedId: author._id, decision: 'remove' },
        },
      ])
    }
    expect((await as(reporter).get('/reports')).text).not.toContain('The third time')
    expect((await audit())[0]).toMatchObject({
      action: 'report.remove',
      by: { _id: moderator._id },
      member: { _id: author._id },
      reportId: first._id,
      rule: 'No advertising',
      note: 'The third time',
    })
    expect(await decide(second._id, body)).toMatchObject({ status: 409, body: { code: 'report_closed' } })
  })

  it('is decided once, also if two moderators decide at the same time', async () => {
    const { file, decide, publishedEvents, reporter, author, other } = await openModeration()
    const report = await file(reporter, { kind: 'member', id: author._id })
    const all = [decide(report._id, { decision: 'dismiss' }), decide(report._id, { decision: 'dismiss' }, other)]
    const statuses = (await Promise.all(all)).map(({ status }) => status)
    expect(statuses.toSorted()).toEqual([200, 409])
    expect(await publishedEvents(report)).toHaveLength(2)
  })

  it('is refused to the reporter and to the reported, for unknown reports, and for what cannot be removed', async () => {
    const { file, decide, reporter, other, author } = await openModeration()
    const { _id } = await file(reporter, { kind: 'member', id: author._id })
    await file(other, { kind: 'member', id: author._id }) // one decision closes both
    for (const by of [reporter, other, author])
      expect(await decide(_id, { decision: 'dismiss' }, by)).toMatchObject({ status: 403, body: { code: 'forbidden' } })
    expect(await decide(randomUUID(), { decision: 'dismiss' })).toMatchObject({
      status: 404,
      body: { code: 'report_not_found' },
    })
    expect(await decide(_id, { decision: 'remove' })).toMatchObject({
      status: 400,
      body: { code: 'invalid_request', fields: { decision: expect.any(String) } },
    })
    for (const invalid of [{}, { decision: 'ban' }, { decision: 'dismiss', rule: 'x'.repeat(101) }])
      expect(await decide(_id, invalid)).toMatchObject({ status: 400 })
  })

  it('warns or suspends the author for a time or for ever', async () => {
    const { file, decide, queue, publishedEvents, author, reporter, moderator } = await openModeration()
    const suspend = async (days: number | null | undefined) => {
      const { _id } = await file(reporter, { kind: 'member', id: author._id })
      return { _id, response: await decide(_id, { decision: 'suspend', rule: 'No threats', suspendDays: days }) }
    }
    const refused = await suspend(undefined)
    expect(refused.response).toMatchObject({ status: 400, body: { fields: { suspendDays: expect.any(String) } } })
    for (const invalid of [0, 366, 1.5])
      expect(await decide(refused._id, { decision: 'suspend', suspendDays: invalid })).toMatchObject({ status: 400 })
    expect(await decide(refused._id, { decision: 'warn' })).toMatchObject({ status: 200 })
    const { _id, response } = await suspend(7)
    const { decidedAt, suspendedUntil } = response.body.report
    expect(Date.parse(suspendedUntil) - Date.parse(decidedAt)).toBe(7 * 86_400_000)
    expect((await publishedEvents({ _id })).at(-1)).toMatchObject({
      type: 'report.decided',
      data: { decision: 'suspend', suspendedUntil, reportedId: author._id, decidedBy: moderator._id, decisionId: _id },
    })
    expect((await suspend(null)).response.body.report).toMatchObject({ decision: 'suspend', suspendedUntil: null })
    expect((await queue('&status=resolved'))[0]).toMatchObject({ decision: 'suspend', suspendedUntil: null })
  })

  it('does not suspend moderators and admins, and warns nobody who is not known', async () => {
    const { file, decide, deliverEvents, author, reporter } = await openModeration()
    const toRoleEvent = (role: 'admin' | 'member', hour: number) =>
      createEvent(events.memberRoleChanged, {
        source: 'auth',
        subject: author._id,
        id: newId(new Date()),
        time: new Date(Date.UTC(2026, 0, 1, hour)),
        data: { role, by: reporter._id },
      })
    await deliverEvents(toRoleEvent('admin', 1))
    const { _id } = await file(reporter, { kind: 'member', id: author._id })
    expect(await decide(_id, { decision: 'suspend', suspendDays: 7 })).toMatchObject({ status: 403 })
    await deliverEvents(toRoleEvent('member', 2))
    expect(await decide(_id, { decision: 'suspend', suspendDays: 7 })).toMatchObject({ status: 200 })
    const unknown = await file(reporter, { kind: 'comment', id: randomUUID() })
    expect(await decide(unknown._id, { decision: 'warn' })).toMatchObject({
      status: 400,
      body: { fields: { decision: expect.any(String) } },
    })
  })

  it('keeps the early end of a suspension in the audit log', async () => {
    const { audit, deliverEvents, author, moderator } = await openModeration()
    const event = createEvent(events.memberUnsuspended, {
      source: 'auth',
      subject: author._id,
      id: newId(new Date()),
      time: new Date('2036-02-01T12:00:00Z'),
      data: { by: moderator._id },
    })
    await deliverEvents(event, event)
    const entries = (await audit()).filter(({ action }: { action: string }) => action === 'member.unsuspend')
    expect(entries).toMatchObject([{ by: { _id: moderator._id }, member: { _id: author._id } }])
  })

  it('keeps what admins change about the installation in the audit log, each change once', async () => {
    const { audit, deliverEvents, moderator } = await openModeration()
    const id = newId(new Date())
    const event = createEvent(events.installationUpdated, {
      ...{ source: 'auth', subject: id, id },
      time: new Date('2036-02-02T12:00:00Z'),
      data: { action: 'invite.create', by: moderator._id, note: 'For the choir' },
    })
    await deliverEvents(event, event)
    const entries = (await audit()).filter(({ action }: { action: string }) => action === 'invite.create')
    expect(entries).toMatchObject([{ by: { _id: moderator._id }, member: null, note: 'For the choir' }])
  })

  it('keeps changes of roles in the audit log', async () => {
    const { audit, deliverEvents, author } = await openModeration()
    const [admin, changed] = [author, createTestMember()]
    const event = createEvent(events.memberRoleChanged, {
      source: 'auth',
      subject: changed._id,
      id: newId(new Date()),
      time: new Date('2036-01-01T12:00:00Z'),
      data: { role: 'moderator', by: admin._id },
    })
    await deliverEvents(event)
    await deliverEvents(event)
    const entries = (await audit()).filter(({ action }: { action: string }) => action === 'role.moderator')
    expect(entries).toMatchObject([{ by: { _id: admin._id }, member: null }])
  })
})

describe('an open report', () => {
  it('is taken and given back, noted on, and found by who has taken it, with an entry in the log for each', async () => {
    const { file, update, queue, audit, reporter, other, author, moderator } = await openModeration()
    const [first, second] = [
      await file(reporter, { kind: 'member', id: author._id }),
      await file(other, { kind: 'member', id: author._id }),
    ]
    const ids = async (query: string) => (await queue(query)).map((report: { _id: string }) => report._id)
    expect(await ids('&assigned=nobody')).toEqual(expect.arrayContaining([first._id, second._id]))
    const body = { isAssigned: true, note: 'Ask Lena' }
    const changed = await update(first._id, body)
    expect(changed).toMatchObject({
      status: 200,
      body: { report: { assignedTo: { _id: moderator._id }, note: 'Ask Lena', status: 'open' } },
    })
    await update(first._id, body)
    expect(await ids('&assigned=me')).toEqual([second._id, first._id])
    expect(await ids('&assigned=nobody')).not.toContain(first._id)
    await update(second._id, { isAssigned: false })
    expect(await ids('&assigned=me')).toEqual([])
    const own = [first._id, second._id]
    const entries = (await audit()).filter(({ reportId }: { reportId: string | null }) => own.includes(reportId))
    expect(entries).toMatchObject([
      { action: 'report.unassign' },
      { action: 'report.note', note: 'Ask Lena' },
      { action: 'report.assign' },
    ])
  })

  it('hides its content until there is a decision, and tells its owner once', async () => {
    const { file, update, decide, queue, publishedEvents, reporter, author, deliverEvents, testEvents } =
      await openModeration()
    const id = randomUUID()
    await deliverEvents(testEvents.postCreated(author, id))
    const report = await file(reporter, { kind: 'post', id })
    expect((await update(report._id, { isHidden: true })).body.report).toMatchObject({ isHidden: true })
    await update(report._id, { isHidden: true })
    expect(await queue('&hidden=yes')).toMatchObject([{ _id: report._id }])
    expect((await publishedEvents(report)).slice(1)).toMatchObject([
      { type: 'report.content-hidden', data: { kind: 'post', targetId: id, reportedId: author._id, isHidden: true } },
    ])
    expect((await update(report._id, { isHidden: false })).body.report).toMatchObject({ isHidden: false })
    await update(report._id, { isHidden: true })
    expect((await decide(report._id, { decision: 'dismiss' })).body.report).toMatchObject({ isHidden: false })
    expect(await queue('&hidden=yes')).toEqual([])
    expect(await update(report._id, { isHidden: true })).toMatchObject({ status: 409, body: { code: 'report_closed' } })
  })

  it('is changed by no member, not by who is involved, and hides neither profiles nor messages', async () => {
    const { file, update, send, reporter, other, author } = await openModeration()
    const { _id } = await file(reporter, { kind: 'member', id: author._id })
    await file(other, { kind: 'member', id: author._id })
    const path = `/moderation/reports/${_id}`
    expect(await send(reporter, 'member', 'put', path).send({ note: 'x' })).toMatchObject({ status: 403 })
    for (const by of [reporter, other, author]) expect((await update(_id, { isAssigned: true }, by)).status).toBe(403)
    expect(await update(_id, { isHidden: true })).toMatchObject({
      status: 400,
      body: { fields: { isHidden: expect.any(String) } },
    })
    expect(await update(randomUUID(), { isAssigned: true })).toMatchObject({ status: 404 })
    expect((await update(_id, { note: 'x'.repeat(1_001) })).status).toBe(400)
  })
})

import { randomUUID } from 'node:crypto'
import { describe, expect, it } from '@jest/globals'
import { events } from '@meadow/contracts'
import { createEvent } from '@meadow/events'
import { newId } from '@meadow/service'
import { shareAcrossTests, type TestMember } from '@meadow/testing'
import request from 'supertest'
import { openSocial } from './fixtures.ts'

const started = shareAcrossTests(openSocial)

async function openDecision({ decision = 'warn', days = 7 }: { decision?: string; days?: number | null } = {}) {
  const social = await started()
  const { addMember } = social.relations
  const [author, reporter, other, moderator] = [
    await addMember(),
    await addMember(),
    await addMember(),
    await addMember(),
  ]
  const file = async (by: TestMember) => {
    const body = { kind: 'member', id: author._id, category: 'spam' }
    return (await social.as(by).post('/reports').send(body)).body.report
  }
  const asModerator = (by: TestMember, method: 'get' | 'post', path: string) =>
    request(social.service.app)
      [method](path)
      .set('Authorization', `Bearer ${social.tokens.tokenFor(by, { role: 'moderator' })}`)
  const decide = (id: string, by = moderator) =>
    asModerator(by, 'post', `/moderation/reports/${id}`).send({
      decision,
      rule: 'Be kind',
      ...(decision === 'suspend' && { suspendDays: days }),
    })
  const appeal = (id: string, by: TestMember, text = 'It was a joke') =>
    social.as(by).post(`/moderation/reports/${id}/appeal`).send({ text })
  const answer = (id: string, accepts: boolean, by: TestMember = moderator) =>
    asModerator(by, 'post', `/moderation/reports/${id}/appeal/answer`).send({ accepts, note: 'Read again' })
  const decisions = async (of: TestMember) => (await social.as(of).get('/moderation/decisions')).body.decisions
  const queue = async (query: string) =>
    (await asModerator(moderator, 'get', `/moderation/reports?limit=50&${query}`)).body.reports
  const audit = async () => (await asModerator(moderator, 'get', '/moderation/audit')).body.entries
  /** Gives a member a role, as the events of auth tell it. */
  const giveRole = (to: TestMember, role: 'moderator' | 'member') => {
    const time = social.now()
    const data = { role, by: null }
    return social.deliverEvents(
      createEvent(events.memberRoleChanged, { source: 'auth', subject: to._id, id: newId(time), time, data }),
    )
  }
  const [first, second] = [await file(reporter), await file(other)]
  await decide(first._id).expect(200)
  return {
    ...social,
    author,
    reporter,
    other,
    moderator,
    first,
    second,
    appeal,
    answer,
    decisions,
    queue,
    audit,
    giveRole,
  }
}

describe('a decision', () => {
  it('is shown to the author once, without the reporters and the moderator', async () => {
    const { decisions, author, reporter, moderator, first } = await openDecision({ decision: 'suspend' })
    const found = await decisions(author)
    expect(found).toMatchObject([
      { _id: first._id, kind: 'member', decision: 'suspend', rule: 'Be kind', appeal: null, canAppeal: true },
    ])
    for (const secret of [reporter._id, moderator._id]) expect(JSON.stringify(found)).not.toContain(secret)
    expect(await decisions(reporter)).toEqual([])
  })
})

describe('an appeal', () => {
  it('is stored once, also if it is sent twice at the same time, and waits in the queue of moderators', async () => {
    const { appeal, queue, decisions, author, first } = await openDecision()
    const responses = await Promise.all([appeal(first._id, author), appeal(first._id, author)])
    expect(responses.map(({ status }) => status).toSorted()).toEqual([201, 409])
    expect((await appeal(first._id, author)).body).toMatchObject({ code: 'already_appealed' })
    const waiting = { text: 'It was a joke', state: 'open', answeredAt: null }
    expect(await decisions(author)).toMatchObject([{ appeal: waiting, canAppeal: false }])
    const found = (await queue('appeal=open')).filter(({ _id }: { _id: string }) => _id === first._id)
    expect(found).toMatchObject([{ appeal: waiting, decision: 'warn', status: 'resolved' }])
  })

  it('is for the author of the decided content alone, with a text, and not against other reports', async () => {
    const { appeal, author, reporter, first, second } = await openDecision()
    for (const [id, by] of [
      [first._id, reporter],
      [second._id, author],
      [randomUUID(), author],
    ])
      expect(await appeal(id, by)).toMatchObject({ status: 404, body: { code: 'report_not_found' } })
    for (const text of ['', '  ', 'x'.repeat(1_001)]) expect((await appeal(first._id, author, text)).status).toBe(400)
    const dismissed = await openDecision({ decision: 'dismiss' })
    expect((await dismissed.appeal(dismissed.first._id, dismissed.author)).status).toBe(404)
  })

  it('is too late after 30 days', async () => {
    const { appeal, decisions, pool, author, first } = await openDecision()
    await pool.query(`update reports set decided_at = decided_at - interval '31 days' where id = $1`, [first._id])
    expect(await decisions(author)).toMatchObject([{ canAppeal: false }])
    expect(await appeal(first._id, author)).toMatchObject({ status: 400, body: { code: 'appeal_expired' } })
  })

  it('of a suspended member comes from auth, once, and by nobody else', async () => {
    const { deliverEvents, decisions, now, author, reporter, first } = await openDecision({ decision: 'suspend' })
    const toEvent = (memberId: string, text: string) => {
      const time = now()
      const data = { memberId, text }
      return createEvent(events.reportAppealed, { source: 'auth', subject: first._id, id: newId(time), time, data })
    }
    await deliverEvents(toEvent(reporter._id, 'Not mine'))
    expect(await decisions(author)).toMatchObject([{ appeal: null }])
    await deliverEvents(toEvent(author._id, 'It was a joke'), toEvent(author._id, 'Again'))
    expect(await decisions(author)).toMatchObject([{ appeal: { text: 'It was a joke', state: 'open' } }])
  })

  it('is answered by another moderator than the one who decided, as long as there is one', async () => {
    const { appeal, answer, giveRole, author, moderator, reporter, relations, first } = await openDecision()
    await appeal(first._id, author).expect(201)
    const second = await relations.addMember()
    await giveRole(moderator, 'moderator')
    await giveRole(second, 'moderator')
    expect(await answer(first._id, true)).toMatchObject({ status: 403, body: { code: 'appeal_needs_another' } })
    for (const involved of [author, reporter])
      expect(await answer(first._id, true, involved)).toMatchObject({ status: 403, body: { code: 'forbidden' } })
    expect((await answer(first._id, false, second)).body.report).toMatchObject({ appeal: { state: 'rejected' } })
    for (const former of [moderator, second]) await giveRole(former, 'member')
  })

  it('that is accepted dismisses all reports of the decision, with an event for each and one entry in the log', async () => {
    const opened = await openDecision({ decision: 'suspend' })
    const { as, appeal, answer, audit, publishedEvents, author, reporter, other, moderator, first, second } = opened
    await appeal(first._id, author).expect(201)
    const answered = await answer(first._id, true)
    expect(answered).toMatchObject({
      status: 200,
      body: { report: { status: 'dismissed', decision: 'suspend', appeal: { state: 'accepted' } } },
    })
    for (const [report, by] of [
      [first, reporter],
      [second, other],
    ]) {
      expect((await publishedEvents(report)).at(-1)).toMatchObject({
        type: 'report.appeal-decided',
        data: {
          reporterId: by._id,
          reportedId: author._id,
          isAccepted: true,
          decision: 'suspend',
          decisionId: first._id,
          decidedAt: answered.body.report.decidedAt,
          decidedBy: moderator._id,
        },
      })
      expect((await as(by).get('/reports')).body.reports).toMatchObject([{ status: 'dismissed', decision: 'suspend' }])
    }
    expect((await audit())[0]).toMatchObject({
      action: 'appeal.accepted',
      by: { _id: moderator._id },
      member: { _id: author._id },
      note: 'Read again',
    })
    expect(await answer(first._id, false)).toMatchObject({ status: 409, body: { code: 'report_closed' } })
  })

  it('loses its words when its author is erased', async () => {
    const { appeal, deliverEvents, testEvents, pool, author, first } = await openDecision()
    await appeal(first._id, author).expect(201)
    await deliverEvents(testEvents.erased(author))
    const { rows } = await pool.query('select appeal from reports where id = $1', [first._id])
    expect(rows).toEqual([{ appeal: '' }])
  })
})

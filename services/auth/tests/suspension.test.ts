import { randomUUID } from 'node:crypto'
import { expect, it } from '@jest/globals'
import { type EventOf, events } from '@meadow/contracts'
import { createEvent } from '@meadow/events'
import { deliverEvents } from '@meadow/events/testing'
import type { EndedSessionsNotice } from '@meadow/service'
import { newId } from '@meadow/service'
import { createSecurityEventLog, shareAcrossTests } from '@meadow/testing'
import { authEventHandlers } from '../src/service.ts'
import {
  createAppealDecidedHandler,
  createReportDecidedHandler,
  toSuspensionText,
} from '../src/suspension/suspension.ts'
import { ann, openAuth, readCookie, toBearerHeader } from './fixtures.ts'

const DAY_MS = 86_400_000
const started = shareAcrossTests(() => openAuth())
let memberCount = 0

async function openSuspensions() {
  const auth = await started()
  const username = `suspended${++memberCount}`
  const response = await auth.register({ username, email: `${username}@example.org` })
  const { user } = response.body as { user: { _id: string } }
  const published: EndedSessionsNotice[] = []
  const { log, securityEvents } = createSecurityEventLog()
  const handler = createReportDecidedHandler({
    endedSessions: {
      ...Object.create(null),
      publish: async (notice: EndedSessionsNotice) => void published.push(notice),
    },
    log,
    newId,
  })
  const suspend = (days: number | null, options: { decisionId?: string; decision?: string } = {}) => {
    const reportId = randomUUID()
    const { decisionId = reportId, decision = 'suspend' } = options
    const time = auth.now()
    const event = createEvent(events.reportDecided, {
      source: 'social',
      subject: reportId,
      id: newId(time),
      time,
      data: {
        kind: 'post',
        targetId: randomUUID(),
        reporterId: randomUUID(),
        reportedId: user._id,
        decision: decision as 'suspend',
        rule: 'No threats',
        decidedBy: randomUUID(),
        decisionId,
        suspendedUntil: days === null ? null : new Date(time.getTime() + days * DAY_MS).toISOString(),
      },
    })
    suspendedBy = event
    return deliverEvents([...authEventHandlers, handler], auth.store.ports.consumerStore, [event])
  }
  let suspendedBy: EventOf<typeof events.reportDecided> | undefined
  /** Delivers the answer to an appeal against the last suspension. */
  const answer = (isAccepted: boolean, decidedAt = suspendedBy?.time ?? '') => {
    if (!suspendedBy) throw new Error('The member is not suspended')
    const { subject, data } = suspendedBy
    const { kind, targetId, reporterId, rule } = data
    const time = auth.now()
    const event = createEvent(events.reportAppealDecided, {
      source: 'social',
      subject,
      id: newId(time),
      time,
      data: {
        ...{ kind, targetId, reporterId, rule, isAccepted, decidedAt },
        reportedId: user._id,
        decision: 'suspend',
        decidedBy: randomUUID(),
        decisionId: subject,
      },
    })
    return deliverEvents([createAppealDecidedHandler({ newId })], auth.store.ports.consumerStore, [event])
  }
  const appeal = (token: unknown, text = 'It was a joke') =>
    auth.call().post('/auth/suspension/appeal').send({ token, text })
  const login = () => auth.login({ email: username, password: ann.password })
  /** Signs in as another member with a role, and ends the suspension. */
  async function lift(role: 'member' | 'moderator') {
    const name = `${role}${memberCount}`
    await auth.register({ username: name, email: `${name}@example.org` })
    await auth.pool.query('update accounts set role = $2 where username = $1', [name, role])
    const { token } = (await auth.login({ email: name, password: ann.password })).body
    return auth.call().delete(`/auth/suspensions/${user._id}`).set(toBearerHeader(token))
  }
  const typesOfMember = async () =>
    (await auth.publishedEvents()).filter(({ subject }) => subject === user._id).map(({ type }) => type)
  return {
    ...auth,
    user,
    response,
    published,
    securityEvents,
    suspend,
    answer,
    appeal,
    login,
    lift,
    typesOfMember,
    reportId: () => suspendedBy?.subject,
  }
}

it('ends all sessions at once, and tells all verifiers and services', async () => {
  const { response, published, refresh, suspend, typesOfMember, user } = await openSuspensions()
  await suspend(7)
  expect(published).toMatchObject([{ memberId: user._id }])
  expect((await refresh(readCookie(response))).status).toBe(403)
  expect(await typesOfMember()).toEqual(expect.arrayContaining(['member.suspended', 'sessions.ended']))
})

it('refuses the sign-in with its end and its rule until then, and lets the member in at its time without a task', async () => {
  const { suspend, login, advance } = await openSuspensions()
  await suspend(1)
  const refused = await login()
  expect(refused).toMatchObject({ status: 403, body: { code: 'account_suspended' } })
  expect(refused.body.error).toMatch(/^Moderators have suspended this account until .* UTC\. Rule: No threats$/)
  advance(DAY_MS)
  expect((await login()).status).toBe(200)
})

it('lasts for ever if it has no end, and is no matter of other decisions or of the other reports about the same', async () => {
  const { suspend, login, advance } = await openSuspensions()
  await suspend(null, { decision: 'warn' })
  await suspend(null, { decisionId: randomUUID() })
  expect((await login()).status).toBe(200)
  await suspend(null)
  advance(3_650 * DAY_MS)
  expect((await login()).body).toMatchObject({ code: 'account_suspended' })
})

it('is not ended by the way back into a deactivated account', async () => {
  const { call, response, login, suspend } = await openSuspensions()
  await call()
    .post('/auth/account/deactivate')
    .set(toBearerHeader(response.body.token))
    .send({ password: ann.password })
    .expect(200)
  const { restore } = (await login()).body
  await suspend(7)
  expect(await call().post('/auth/account/restore').send({ token: restore.token })).toMatchObject({
    status: 403,
    body: { code: 'account_suspended' },
  })
  expect((await login()).body).toMatchObject({ code: 'account_suspended' })
})

it('is refused for moderators and admins, whose role an admin takes first', async () => {
  const { pool, user, suspend, login } = await openSuspensions()
  await pool.query(`update accounts set role = 'admin' where id = $1`, [user._id])
  await suspend(7)
  expect((await login()).status).toBe(200)
  await pool.query(`update accounts set role = 'member' where id = $1`, [user._id])
})

it('is ended early by a moderator, once', async () => {
  const { suspend, login, lift, typesOfMember } = await openSuspensions()
  await suspend(null)
  expect(await lift('member')).toMatchObject({ status: 403, body: { code: 'forbidden' } })
  expect(await lift('moderator')).toMatchObject({ status: 200, body: { ok: true } })
  expect((await login()).status).toBe(200)
  expect((await lift('moderator')).status).toBe(200)
  expect((await typesOfMember()).filter((type) => type === 'member.unsuspended')).toHaveLength(1)
})

it('is appealed against once, by the token of a refused sign-in', async () => {
  const { suspend, login, appeal, publishedEvents, reportId, user } = await openSuspensions()
  await suspend(7)
  const { token } = (await login()).body.appeal
  for (const wrong of ['x', `${user._id}.x`, `${randomUUID()}.${token.split('.')[1]}`])
    expect(await appeal(wrong)).toMatchObject({ status: 400, body: { code: 'appeal_expired' } })
  expect((await appeal(token, ' ')).status).toBe(400)
  const statuses = (await Promise.all([appeal(token), appeal(token)])).map(({ status }) => status)
  expect(statuses.toSorted()).toEqual([202, 400])
  const appealed = (await publishedEvents()).filter(({ subject }) => subject === reportId())
  expect(appealed).toMatchObject([{ type: 'report.appealed', data: { memberId: user._id, text: 'It was a joke' } }])
  expect((await login()).body).not.toHaveProperty('appeal')
})

it('cannot be appealed against by an old token, after 30 days, or once it has ended', async () => {
  const { suspend, login, appeal, lift, advance } = await openSuspensions()
  await suspend(null)
  const first = (await login()).body.appeal.token
  const second = (await login()).body.appeal.token
  expect((await appeal(first)).status).toBe(400)
  advance(3_600_000)
  expect((await appeal(second)).status).toBe(400)
  const third = (await login()).body.appeal.token
  await lift('moderator')
  expect((await appeal(third)).status).toBe(400)
  await suspend(null)
  advance(31 * DAY_MS)
  expect((await login()).body).not.toHaveProperty('appeal')
})

it('ends when an appeal against its decision is accepted, and no later suspension does', async () => {
  const { suspend, answer, login, typesOfMember } = await openSuspensions()
  await suspend(null)
  await answer(false)
  await answer(true, '2026-01-01T12:00:00.000Z')
  expect((await login()).status).toBe(403)
  await answer(true)
  await answer(true)
  expect((await login()).status).toBe(200)
  expect((await typesOfMember()).filter((type) => type === 'member.unsuspended')).toHaveLength(1)
})

it('is told with the time in UTC', () => {
  expect(toSuspensionText({ until: new Date('2026-12-03T14:05:00Z'), rule: '' })).toBe(
    'Moderators have suspended this account until 3 December 2026, 14:05 UTC.',
  )
  expect(toSuspensionText({ until: null, rule: 'No spam' })).toBe(
    'Moderators have suspended this account. Rule: No spam',
  )
})

it('tells a browser whose session it has ended until when and why, and only until it is over', async () => {
  const { response, refresh, suspend, advance } = await openSuspensions()
  await suspend(1)
  const refused = await refresh(readCookie(response))
  expect(refused).toMatchObject({ status: 403, body: { code: 'account_suspended' } })
  expect(refused.body.error).toMatch(/ UTC\. Rule: No threats$/)
  advance(DAY_MS)
  expect(await refresh(readCookie(response))).toMatchObject({ status: 401, body: { code: 'token_invalid' } })
})

import { randomUUID } from 'node:crypto'
import { expect, it } from '@jest/globals'
import { events } from '@meadow/contracts'
import { createEvent } from '@meadow/events'
import { deliverEvents } from '@meadow/events/testing'
import type { EndedSessionsNotice } from '@meadow/service'
import { newId } from '@meadow/service'
import { createSecurityEventLog, shareAcrossTests } from '@meadow/testing'
import { authEventHandlers } from '../src/service.ts'
import { createReportDecidedHandler, toSuspensionText } from '../src/suspension/suspension.ts'
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
    return deliverEvents([...authEventHandlers, handler], auth.store.ports.consumerStore, [event])
  }
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
  return { ...auth, user, response, published, securityEvents, suspend, login, lift, typesOfMember }
}

it('ends all sessions at once, and tells all verifiers and services', async () => {
  const { response, published, refresh, suspend, typesOfMember, user } = await openSuspensions()
  await suspend(7)
  expect(published).toMatchObject([{ memberId: user._id }])
  expect((await refresh(readCookie(response))).status).toBe(401)
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

it('is told with the time in UTC', () => {
  expect(toSuspensionText({ until: new Date('2026-12-03T14:05:00Z'), rule: '' })).toBe(
    'Moderators have suspended this account until 3 December 2026, 14:05 UTC.',
  )
  expect(toSuspensionText({ until: null, rule: 'No spam' })).toBe(
    'Moderators have suspended this account. Rule: No spam',
  )
})

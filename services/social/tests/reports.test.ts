import { randomUUID } from 'node:crypto'
import { describe, expect, it } from '@jest/globals'
import { events, type ReportEvidence } from '@meadow/contracts'
import { MAX_REPORTS_PER_DAY } from '@meadow/contracts/report-limits'
import { createEvent } from '@meadow/events'
import { newId } from '@meadow/service'
import { createTestMember, shareAcrossTests, type TestMember } from '@meadow/testing'
import { createPostgresMemberDataEraser } from '../src/profiles/postgres-member-data-eraser.ts'
import { openSocial } from './fixtures.ts'

const started = shareAcrossTests(openSocial)

async function openPair() {
  const social = await started()
  const [reporter, reported] = [await social.relations.addMember(), await social.relations.addMember()]
  const file = (body: object, by: TestMember = reporter) =>
    social
      .as(by)
      .post('/reports')
      .send({ category: 'spam', ...body })
  const list = async (by: TestMember = reporter) => (await social.as(by).get('/reports')).body
  const readStored = async (id: string) =>
    (await social.pool.query('select reported_id, evidence, text from reports where id = $1', [id])).rows[0]
  return { ...social, reporter, reported, file, list, readStored }
}

const toEvidence = ({ _id, username, fullName }: TestMember, text = 'Buy my seeds'): ReportEvidence => ({
  author: { _id, username, fullName, avatar: '' },
  text,
  createdAt: '2026-03-01T12:00:00.000Z',
  pictures: [],
  context: [],
})

const toAnswer = (
  reportId: string,
  data: { kind: 'post' | 'comment' | 'message'; targetId: string; evidence: ReportEvidence | null },
) =>
  createEvent(events.reportEvidenceFrozen, {
    source: data.kind === 'message' ? 'chat' : 'posts',
    subject: reportId,
    id: newId(new Date()),
    time: new Date(),
    data: { ...data, rev: 1 },
  })

describe('POST /reports', () => {
  it('stores a report with its event, and lists it to its reporter alone', async () => {
    const { file, list, publishedEvents, reporter, reported } = await openPair()
    const targetId = randomUUID()
    const { status, body } = await file({ kind: 'comment', id: targetId, text: ' Again and again ' })
    const report = { kind: 'comment', targetId, category: 'spam', text: 'Again and again', status: 'open' }
    expect({ status, body }).toMatchObject({ status: 201, body: { report } })
    expect(await list()).toMatchObject({ reports: [report], hasMore: false })
    expect((await list(reported)).reports).toEqual([])
    expect(await publishedEvents(body.report)).toMatchObject([
      { type: 'report.filed', source: 'social', data: { kind: 'comment', targetId, reporterId: reporter._id } },
    ])
  })

  it('returns the open report if the same is reported again, also at the same time or by the same client key', async () => {
    const { as, file, list, reporter } = await openPair()
    const id = randomUUID()
    const responses = await Promise.all([1, 2, 3].map((text) => file({ kind: 'post', id, text: `${text}` })))
    const ids = responses.map(({ body }) => body.report._id)
    expect(new Set(ids).size).toBe(1)
    const body = { kind: 'post', id: randomUUID(), category: 'hate', text: '' }
    const send = (sent: object) => as(reporter).post('/reports').set('Idempotency-Key', 'one').send(sent)
    const [first, second] = [await send(body), await send(body)]
    expect(second.body).toEqual(first.body)
    expect(await send({ ...body, category: 'other' })).toMatchObject({ status: 409, body: { code: 'key_reused' } })
    expect((await list()).reports).toHaveLength(2)
  })

  it('copies a reported profile, also across a block', async () => {
    const { as, file, readStored, reporter, reported } = await openPair()
    await as(reported).edit({ bio: 'Cheap seeds' })
    await as(reported).block(reporter)
    const { status, body } = await file({ kind: 'member', id: reported._id })
    expect(status).toBe(201)
    await as(reported).edit({ bio: 'A gardener' })
    expect(await readStored(body.report._id)).toMatchObject({
      reported_id: reported._id,
      evidence: { text: 'Cheap seeds', author: { username: reported.username } },
    })
  })

  it('refuses oneself, own posts, unknown members, unknown kinds and categories, and long texts', async () => {
    const { file, deliverEvents, testEvents, reporter, reported } = await openPair()
    const postId = randomUUID()
    await deliverEvents(testEvents.postCreated(reporter, postId), testEvents.erased(reported))
    for (const own of [
      { kind: 'member', id: reporter._id },
      { kind: 'post', id: postId },
    ])
      expect(await file(own)).toMatchObject({ status: 400, body: { code: 'cannot_report_own' } })
    for (const { _id: id } of [reported, createTestMember()])
      expect(await file({ kind: 'member', id })).toMatchObject({ status: 404, body: { code: 'member_not_found' } })
    const valid = { kind: 'post', id: randomUUID() }
    for (const invalid of [
      { kind: 'story' },
      { id: 'x' },
      { category: 'dull' },
      { text: 'x'.repeat(501) },
      { text: 1 },
    ])
      expect(await file({ ...valid, ...invalid })).toMatchObject({ status: 400, body: { code: 'invalid_request' } })
    expect(await file({ ...valid, text: '🦊'.repeat(250) })).toMatchObject({ status: 201 })
  })

  it('is limited to 30 in 24 hours, however many are sent at once', async () => {
    const { file } = await openPair()
    const all = Array.from({ length: MAX_REPORTS_PER_DAY + 5 }, () => file({ kind: 'post', id: randomUUID() }))
    const statuses = (await Promise.all(all)).map(({ status }) => status)
    expect(statuses.filter((status) => status === 201)).toHaveLength(MAX_REPORTS_PER_DAY)
    const refused = await file({ kind: 'post', id: randomUUID() })
    expect(refused).toMatchObject({ status: 429, body: { code: 'too_many_requests' } })
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(3_600)
  })
})

describe('the answer of the owner', () => {
  it('is stored once, and only if it is about the reported content', async () => {
    const { file, deliverEvents, readStored, reported } = await openPair()
    const target = { kind: 'message' as const, targetId: randomUUID() }
    const { body } = await file({ kind: 'message', id: target.targetId })
    const { _id } = body.report
    const evidence = toEvidence(reported)
    await deliverEvents(toAnswer(_id, { ...target, targetId: randomUUID(), evidence }))
    expect(await readStored(_id)).toMatchObject({ reported_id: null, evidence: null })
    const answer = toAnswer(_id, { ...target, evidence })
    await deliverEvents(answer, answer, toAnswer(_id, { ...target, evidence: toEvidence(reported, 'Edited') }))
    await deliverEvents(toAnswer(randomUUID(), { ...target, evidence }))
    expect(await readStored(_id)).toMatchObject({ reported_id: reported._id, evidence })
  })

  it('refuses the report of unknown content, and of what the reporter wrote', async () => {
    const { file, list, deliverEvents, reporter } = await openPair()
    for (const evidence of [null, toEvidence(reporter)]) {
      const { body } = await file({ kind: 'comment', id: randomUUID() })
      const { _id, targetId } = body.report
      await deliverEvents(toAnswer(_id, { kind: 'comment', targetId, evidence }))
      expect((await list()).reports[0]).toMatchObject({ _id, status: 'refused' })
    }
  })

  it('leaves the report of a post open that its author deleted first', async () => {
    const { file, list, deliverEvents, readStored, testEvents, reported } = await openPair()
    const targetId = randomUUID()
    await deliverEvents(testEvents.postCreated(reported, targetId), testEvents.postDeleted(reported, targetId))
    const { body } = await file({ kind: 'post', id: targetId })
    await deliverEvents(toAnswer(body.report._id, { kind: 'post', targetId, evidence: null }))
    expect((await list()).reports).toMatchObject([{ status: 'open' }])
    expect(await readStored(body.report._id)).toMatchObject({ reported_id: reported._id, evidence: null })
  })

  it('is removed when its author is erased, as the words of an erased reporter are', async () => {
    const { file, deliverEvents, readStored, testEvents, reporter, reported } = await openPair()
    const { body } = await file({ kind: 'member', id: reported._id, text: 'He sells seeds' })
    await deliverEvents(testEvents.erased(reported))
    expect(await readStored(body.report._id)).toMatchObject({ evidence: null, text: 'He sells seeds' })
    await deliverEvents(testEvents.erased(reporter))
    expect(await readStored(body.report._id)).toMatchObject({ text: '' })
  })
})

it('the audit log refuses to change or delete a row, to the service and to the owner of the table', async () => {
  const { pool, servicePool } = await started()
  await servicePool.query(
    `insert into moderation_audit (id, at, actor_id, action, details) values ($1, now(), $1, 'report.dismissed', '{}')`,
    [randomUUID()],
  )
  for (const role of [pool, servicePool])
    for (const statement of [`update moderation_audit set action = ''`, 'delete from moderation_audit'])
      await expect(role.query(statement)).rejects.toThrow('moderation_audit is append-only')
  await expect(pool.query('truncate moderation_audit')).rejects.toThrow('append-only')
})

describe('the retention of reports', () => {
  it('deletes what was closed before a time, and neither open reports nor those with an open appeal', async () => {
    const { file, list, store, pool } = await openPair()
    const { reports } = store.ports
    const filed = []
    for (let count = 0; count < 4; count += 1)
      filed.push((await file({ kind: 'comment', id: randomUUID() })).body.report._id)
    const [open, refused, decided, appealed] = filed
    const change = (id: string, set: string) =>
      pool.query(`update reports set created_at = '2020-01-01', ${set} where id = $1`, [id])
    await change(open, `status = 'open'`)
    await change(refused, `status = 'refused'`)
    await change(decided, `status = 'resolved', decided_at = '2020-02-01'`)
    await change(appealed, `status = 'resolved', decided_at = '2020-01-02', appeal_state = 'open'`)
    const listIds = async () => (await list()).reports.map(({ _id }: { _id: string }) => _id).toSorted()
    expect(await reports.deleteClosed(new Date('2020-01-15'))).toBe(false)
    expect(await listIds()).toEqual([open, decided, appealed].toSorted())
    await reports.deleteClosed(new Date('2020-02-02'))
    expect(await listIds()).toEqual([open, appealed].toSorted())
  })

  it('the erasure of a member deletes their reports, and the copies and appeals of others about them, in batches', async () => {
    const { file, readStored, pool, reporter, reported } = await openPair()
    const eraser = createPostgresMemberDataEraser(pool)
    const own = (await file({ kind: 'member', id: reporter._id }, reported)).body.report._id
    const about = (await file({ kind: 'member', id: reported._id })).body.report._id
    await pool.query(`update reports set appeal = 'It was a joke' where id = $1`, [about])
    const request = { memberId: reported._id, keepsMessages: false }
    const counts: object[] = []
    for (;;) {
      const erased = await eraser.eraseBatch(request as never, { limit: 1 } as never)
      if (Object.values(erased).every((count) => count === 0)) break
      counts.push(erased)
    }
    expect(counts).toContainEqual({ reports: 1, evidence: 1 })
    expect(await readStored(own)).toBeUndefined()
    expect(await readStored(about)).toMatchObject({ evidence: null })
    expect((await pool.query('select appeal from reports where id = $1', [about])).rows).toEqual([{ appeal: '' }])
  })
})

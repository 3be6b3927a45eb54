import { describe, expect, it } from '@jest/globals'
import { events } from '@meadow/contracts'
import { createEvent } from '@meadow/events'
import { eraseMemberBatch } from '@meadow/members'
import { newId } from '@meadow/service'
import { shareAcrossTests } from '@meadow/testing'
import { HOUR_MS } from '@meadow/testing/service'
import { ERASING_SERVICES, toErasureDeadlines } from '../src/erasure/erasure.ts'
import { eraseDueAccount } from '../src/erasure/erasure-task.ts'
import { ann, openAuth, toBearerHeader } from './fixtures.ts'

const DAY_MS = 24 * HOUR_MS
let memberCount = 0

describe('the erasure of a deleted account', () => {
  const auth = shareAcrossTests(openAuth)

  async function newMember() {
    const started = await auth()
    const { call, now, store, deliverEvents } = started
    await started.sendMails()
    const username = `gone${++memberCount}`
    const email = `${username}@example.org`
    const fullName = `Greta Gone ${memberCount}`
    const { token, user } = (await started.register({ username, email, fullName })).body
    const deps = { erasures: store.ports.erasures, now, newId }
    const erase = async () => {
      while (await eraseDueAccount(deps));
    }
    const confirm = (service: (typeof ERASING_SERVICES)[number], counts = {}) => {
      const time = now()
      const data = { service, counts, erasedAt: time.toISOString() }
      const envelope = { source: service, subject: user._id, id: newId(time), time }
      return deliverEvents(createEvent(events.memberPartErased, { ...envelope, data }))
    }
    const readReceipt = async () => {
      const [mail] = await started.sendMails()
      const id = /receipts\/([\w-]+)/.exec(mail?.text ?? '')?.[1]
      return { mail, id, read: () => call().get(`/auth/receipts/${id}`) }
    }
    /** Deletes the account, and lets the grace end. */
    const leave = async (body: object = {}) => {
      await call()
        .delete('/auth/account')
        .set(toBearerHeader(token))
        .send({ password: ann.password, ...body })
      await started.sendMails()
      started.advance(14 * DAY_MS)
    }
    return { ...started, username, email, fullName, user, erase, confirm, readReceipt, leave }
  }

  it('waits for the end of the grace, and happens once', async () => {
    const { leave, erase, user, publishedEvents, countRows, advance } = await newMember()
    await leave({ keepMessages: true })
    advance(-1)
    await erase()
    expect((await publishedEvents(user)).map(({ type }) => type)).not.toContain('member.erased')
    advance(1)
    const before = await countRows('accounts')
    await Promise.all([erase(), erase()])
    expect(await countRows('accounts')).toBe((before ?? 0) - 1)
    const erased = (await publishedEvents(user)).filter(({ type }) => type === 'member.erased')
    expect(erased).toMatchObject([{ data: { accountVersion: 3, keepsMessages: true } }])
  })

  it('leaves neither the name nor the address in any table, once the last mail is sent', async () => {
    const { leave, erase, confirm, deliverEvents, publishedEvents, user, pool, email, username, fullName, store, now } =
      await newMember()
    await leave()
    const registered = (await publishedEvents(user)).filter(({ type }) => type === 'member.registered')
    await deliverEvents(...registered)
    await erase()
    await deliverEvents(...(await publishedEvents(user)).filter(({ type }) => type === 'member.erased'))
    const deps = { service: 'auth' as const, consumerStore: store.ports.consumerStore, now, newId }
    while (await eraseMemberBatch(deps));
    await confirm('posts')
    const sent = await (await auth()).sendMails()
    expect(sent).toMatchObject([{ to: email, subject: 'Your Meadow account is deleted' }])
    await store.ports.mails.deleteSent(new Date(now().getTime() + 2 * HOUR_MS))
    const { rows: tables } = await pool.query<{ name: string }>(
      "select table_name as name from information_schema.tables where table_schema = 'public'",
    )
    const published = new Set(['outbox']) // the relay deletes what it has published
    for (const { name } of tables.filter((table) => !published.has(table.name))) {
      const { rows } = await pool.query(`select row_to_json(t)::text as row from ${name} t`)
      const text = rows.map(({ row }) => row).join('\n')
      for (const trace of [email, username, fullName]) expect([name, text.includes(trace)]).toEqual([name, false])
    }
  })

  it('frees the address, and never the username', async () => {
    const { leave, erase, register, username, email } = await newMember()
    await leave()
    await erase()
    expect((await register({ username, email: `other-${email}` })).body).toMatchObject({
      fieldCodes: { username: 'taken' },
    })
    expect((await register({ username: `new.${username}`, email })).status).toBe(201)
  })

  it('has a receipt behind the secret link of a mail, which is complete when every service has confirmed', async () => {
    const { leave, erase, confirm, readReceipt, now, call, publishedEvents, deliverEvents, store, user } =
      await newMember()
    await leave()
    await erase()
    const { mail, id, read } = await readReceipt()
    expect(mail?.text).not.toContain('Greta')
    expect((await read()).body.receipt).toMatchObject({ isComplete: false, parts: { length: 5 } })
    for (const service of ERASING_SERVICES) await confirm(service, { posts: 3 })
    await confirm('posts', { posts: 0 }) // a replay has nothing left to remove
    const { receipt } = (await read()).body
    expect(receipt).toMatchObject({ isComplete: true, erasedAt: now().toISOString() })
    expect(receipt.parts).toContainEqual({ service: 'posts', counts: { posts: 3 }, erasedAt: now().toISOString() })
    // events that are replayed after the receipt is complete: to auth itself, and from a service
    const erased = (await publishedEvents(user)).filter(({ type }) => type === 'member.erased')
    await deliverEvents(...erased, ...erased.map((event) => ({ ...event, id: newId(now()) })))
    const deps = { service: 'auth' as const, consumerStore: store.ports.consumerStore, now, newId }
    while (await eraseMemberBatch(deps));
    await deliverEvents(...(await publishedEvents(user)).filter(({ type }) => type === 'member.part-erased'))
    await confirm('chat', { messages: 9 })
    expect((await read()).body.receipt).toEqual(receipt)
    const unknown = `${id?.slice(0, -4)}0000`
    expect(await call().get(`/auth/receipts/${unknown}`)).toMatchObject({ status: 404 })
  })

  it('is reported while a part is missing for more than 7 days, and its receipt is deleted after 90', async () => {
    const { leave, erase, confirm, advance, now, store, readReceipt, countRows } = await newMember()
    const { erasures } = store.ports
    await leave()
    await erase()
    const { read } = await readReceipt()
    for (const service of ERASING_SERVICES.filter((one) => one !== 'chat')) await confirm(service)
    const countOverdue = async () => (await erasures.countOverdue(toErasureDeadlines(now()).overdueBefore)).chat
    const before = await countOverdue()
    advance(7 * DAY_MS + 1)
    expect(await countOverdue()).toBe(before + 1 + 0)
    advance(83 * DAY_MS)
    await erasures.deleteReceipts(toErasureDeadlines(now()).receiptsBefore)
    expect((await read()).status).toBe(404)
    const parts = await countRows('erasure_confirmations')
    await confirm('chat') // a late replay
    expect(await countRows('erasure_confirmations')).toBe(parts)
  })
})

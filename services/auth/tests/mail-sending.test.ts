import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from '@jest/globals'
import { LOOPBACK_REQUEST_HEADER } from '@meadow/service'
import express from 'express'
import request from 'supertest'
import { readAuthConfig } from '../src/config.ts'
import { createMailTransport, type OutgoingMail } from '../src/mail/mail-transport.ts'
import { createMailboxRouter } from '../src/mail/mailbox-page.ts'
import { openAuth } from './fixtures.ts'

it('sends each mail once from two instances that send at the same time', async () => {
  const sent: string[] = []
  const send = async ({ to }: OutgoingMail) => void sent.push(to)
  await using auth = await openAuth({ mailTransport: { kind: 'smtp', send } })
  const addresses = Array.from({ length: 12 }, (_, n) => `member${n}@example.org`)
  for (const [n, email] of addresses.entries()) await auth.register({ username: `member${n}`, email })
  await Promise.all([auth.sendMails(), auth.openMailSender().drain()])
  expect(sent.toSorted()).toEqual(addresses.toSorted())
})

describe('the configuration of mail', () => {
  const ENGINES = {
    STORE_URL: 'postgres://localhost',
    BUS_URL: 'postgres://localhost',
    STATE_URL: 'postgres://localhost',
  }
  const PUBLIC_URL = 'https://meadow.example'
  const read = (variables: Record<string, string>) => readAuthConfig({ ...ENGINES, ...variables })

  it.each([
    ['a mail server without a public URL, whose links would have the host of a request', { MAIL_URL: 'smtp://mail' }],
    ['an address of another kind', { MAIL_URL: 'https://mail', PUBLIC_URL }],
    ['the mailbox page with a mail server', { MAIL_URL: 'smtp://mail', PUBLIC_URL, MAILBOX_PAGE: 'on' }],
    ['the mailbox page with a public URL', { MAIL_URL: 'file:///tmp/mail', PUBLIC_URL, MAILBOX_PAGE: 'on' }],
    ['the mailbox page without a folder', { MAILBOX_PAGE: 'on' }],
    ['a public URL that is none', { PUBLIC_URL: 'meadow.example' }],
    ['a sender with a line break', { MAIL_FROM: 'Meadow\r\nBcc: x@example.org <meadow@meadow.example>' }],
  ])('refuses %s', (_what, variables) => {
    expect(() => read(variables)).toThrow(/MAIL_URL|MAILBOX_PAGE|PUBLIC_URL|MAIL_FROM/)
  })

  it('accepts a mail server with a public URL, and files without one', () => {
    expect(read({ MAIL_URL: 'smtps://mail', PUBLIC_URL })).toMatchObject({ MAIL_URL: 'smtps://mail' })
    expect(read({ MAIL_URL: 'file:///tmp/mail', MAILBOX_PAGE: 'on' })).toMatchObject({ MAILBOX_PAGE: 'on' })
  })
})

it('shows the mailbox page to requests from this machine only', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'meadow-mailbox-'))
  const id = '01890000-0000-7000-8000-000000000001'
  const transport = createMailTransport(`file://${folder}`, { from: 'meadow@meadow.example' })
  await transport.send({ id, to: 'ann@example.org', subject: 'Hello', html: '<p>Hi</p>', text: 'Hi', date: new Date() })
  const app = express().use(createMailboxRouter(folder))
  const read = (path: string, mark?: string) =>
    request(app)
      .get(path)
      .set(mark ? { [LOOPBACK_REQUEST_HEADER]: mark } : {})
  for (const path of ['/dev/mail', `/dev/mail/${id}`]) {
    expect((await read(path, '1')).text).toContain('ann@example.org')
    expect((await read(path)).status).toBe(404)
  }
  await rm(folder, { recursive: true })
})

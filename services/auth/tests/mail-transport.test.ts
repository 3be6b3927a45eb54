import { readFileSync } from 'node:fs'
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { createTestCertificates, type TestCertificates } from '@meadow/testing/certificates'
import PostalMime from 'postal-mime'
import { SMTPServer, type SMTPServerOptions } from 'smtp-server'
import { buildMessage, createMailTransport, type OutgoingMail } from '../src/mail/mail-transport.ts'

const FROM = 'Meadow <meadow@meadow.example>'
const mail: OutgoingMail = {
  id: '01890000-0000-7000-8000-000000000001',
  to: 'ann@example.org',
  subject: 'Grüße',
  html: '<p>Hello</p>',
  text: 'Hello',
  date: new Date('2026-03-02T12:00:00.000Z'),
}

let certificates: TestCertificates
beforeAll(() => {
  certificates = createTestCertificates()
})
afterAll(() => certificates[Symbol.dispose]())

const refuseWith = (responseCode: number) => Object.assign(new Error('refused'), { responseCode })

/** Starts an SMTP server with STARTTLS that collects messages, and a transport to it. */
async function openSmtp(
  options: SMTPServerOptions = {},
  { scheme = 'smtp', query = '', user = '', hasAuthority = true, silenceTimeoutMs = 30_000 } = {},
) {
  const messages: string[] = []
  const { cert, key } = certificates.server
  const server = new SMTPServer({
    authOptional: true,
    cert: readFileSync(cert),
    key: readFileSync(key),
    logger: false,
    onData(stream, _session, done) {
      const chunks: Buffer[] = []
      stream.on('data', (chunk: Buffer) => chunks.push(chunk))
      stream.on('end', () => {
        messages.push(Buffer.concat(chunks).toString())
        done()
      })
    },
    ...options,
  })
  server.on('error', () => undefined) // of connections that a test breaks
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.server.address() as AddressInfo
  const transport = createMailTransport(`${scheme}://${user}127.0.0.1:${port}${query}`, {
    from: FROM,
    ...(hasAuthority && { ca: readFileSync(certificates.ca) }),
    silenceTimeoutMs,
  })
  return {
    messages,
    send: () => transport.send(mail),
    [Symbol.asyncDispose]: () => new Promise<void>((resolve) => server.close(() => resolve())),
  }
}

describe('mail by SMTP', () => {
  it('is encrypted by STARTTLS, with the user and the password of the URL', async () => {
    const seen: unknown[] = []
    await using smtp = await openSmtp(
      {
        authOptional: false,
        onAuth({ username, password }, session, done) {
          seen.push({ username, password, secure: session.secure })
          done(null, { user: username })
        },
      },
      { user: 'meadow%40host:p%2Fw@' },
    )
    await smtp.send()
    expect(seen).toEqual([{ username: 'meadow@host', password: 'p/w', secure: true }])
    expect(await PostalMime.parse(smtp.messages[0] ?? '')).toMatchObject({
      subject: 'Grüße',
      from: { name: 'Meadow', address: 'meadow@meadow.example' },
      to: [{ address: 'ann@example.org' }],
      messageId: `<${mail.id}@meadow.example>`,
    })
  })

  it('is encrypted from the start with smtps', async () => {
    await using smtp = await openSmtp({ secure: true }, { scheme: 'smtps' })
    await smtp.send()
    expect(smtp.messages).toHaveLength(1)
  })

  it('is not sent to a server that offers no TLS, unless the URL allows that', async () => {
    await using smtp = await openSmtp({ disabledCommands: ['STARTTLS'] })
    await expect(smtp.send()).rejects.toMatchObject({ failure: 'temporary' })
    expect(smtp.messages).toEqual([])
    await using inClear = await openSmtp({ disabledCommands: ['STARTTLS'] }, { query: '?tls=off' })
    await inClear.send()
    expect(inClear.messages).toHaveLength(1)
  })

  it('is not sent to a server with a certificate of a stranger', async () => {
    await using smtp = await openSmtp({}, { hasAuthority: false })
    await expect(smtp.send()).rejects.toMatchObject({ failure: 'temporary' })
    expect(smtp.messages).toEqual([])
  })

  it.each([
    ['4xx for the recipient', 450, 'temporary'],
    ['5xx for the recipient', 550, 'refused'],
  ])('fails by %s', async (_what, code, failure) => {
    await using smtp = await openSmtp({ onRcptTo: (_address, _session, done) => done(refuseWith(code)) })
    await expect(smtp.send()).rejects.toMatchObject({ failure })
  })

  it.each([
    ['4xx for the content', 451, 'temporary'],
    ['5xx for the content', 554, 'refused'],
  ])('fails by %s', async (_what, code, failure) => {
    await using smtp = await openSmtp({
      onData: (stream, _session, done) => stream.resume().on('end', () => done(refuseWith(code))),
    })
    await expect(smtp.send()).rejects.toMatchObject({ failure })
  })

  it('stays for later when the sign-in to the server is refused', async () => {
    await using smtp = await openSmtp(
      { authOptional: false, onAuth: (_auth, _session, done) => done(refuseWith(535)) },
      { user: 'meadow:wrong@' },
    )
    await expect(smtp.send()).rejects.toMatchObject({ failure: 'temporary' })
  })

  it('may have been accepted if the server is silent after the content', async () => {
    await using smtp = await openSmtp(
      { onData: (stream) => void stream.resume(), closeTimeout: 1 },
      { silenceTimeoutMs: 1_000 },
    )
    await expect(smtp.send()).rejects.toMatchObject({ failure: 'unknown' })
  })

  it('was not accepted if the server is silent before', async () => {
    await using smtp = await openSmtp({ onMailFrom: () => undefined, closeTimeout: 1 }, { silenceTimeoutMs: 1_000 })
    await expect(smtp.send()).rejects.toMatchObject({ failure: expect.stringMatching(/temporary|unknown/) })
    expect(smtp.messages).toEqual([])
  })

  it('names no address in its errors', async () => {
    await using smtp = await openSmtp({
      onRcptTo: ({ address }, _session, done) => done(Object.assign(new Error(`no ${address}`), { responseCode: 550 })),
    })
    const error = await smtp.send().catch((failed: Error) => failed)
    expect(String(error)).toBe('MailTransportError: The mail server did not accept a mail: EENVELOPE RCPT 550')
  })
})

describe('a message', () => {
  it.each([
    ['subject', { subject: 'Hello\r\nBcc: eve@example.org' }],
    ['address', { to: 'ann@example.org\r\nBcc: eve@example.org' }],
    ['address with a comma', { to: 'ann@example.org, eve@example.org' }],
  ])('gets no header and no recipient by a line break or a comma: %s', async (_what, change) => {
    const source = (await buildMessage({ ...mail, ...change }, FROM)).toString()
    expect(source.split('\r\n\r\n', 1)[0]).not.toMatch(/^bcc:/im)
    const { to = [], bcc = [], cc = [] } = await PostalMime.parse(source)
    expect([...to, ...cc, ...bcc].filter(({ address }) => address === 'eve@example.org')).toEqual([])
  })

  it('is marked as automatic, so that out-of-office notes stay away', async () => {
    expect((await buildMessage(mail, FROM)).toString()).toContain('Auto-Submitted: auto-generated')
  })
})

it('writes mails to files that only their owner reads', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'meadow-mail-'))
  try {
    await createMailTransport(pathToFileURL(folder).href, { from: FROM }).send(mail)
    expect(await readdir(folder)).toEqual([`${mail.id}.eml`])
    expect(await PostalMime.parse(await readFile(join(folder, `${mail.id}.eml`)))).toMatchObject({ subject: 'Grüße' })
  } finally {
    await rm(folder, { recursive: true })
  }
})

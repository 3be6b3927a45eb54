import { mkdir, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { fileURLToPath } from 'node:url'
import { createTransport } from 'nodemailer'
import type { MailFailure } from './mail.ts'

/** A mail as it is sent. `id` is unique and names the file; `language` is that of the text. */
export type OutgoingMail = { id: string; to: string; subject: string; html: string; text: string; date: Date }

/** How mail leaves this installation: `files` writes it to a folder. */
export type MailTransport = {
  kind: 'smtp' | 'files'
  /** Sends a mail. @throws MailTransportError */
  send(mail: OutgoingMail): Promise<void>
}

/** A mail could not be sent. The message names the step and the reply code of the server, never an address. */
export class MailTransportError extends Error {
  override name = 'MailTransportError'
  readonly failure: MailFailure
  constructor(message: string, failure: MailFailure) {
    super(message)
    this.failure = failure
  }
}

const CONNECT_TIMEOUT_MS = 10_000
const SILENCE_TIMEOUT_MS = 30_000

/** `ca`: authorities that sign the certificate of the mail server, for tests. */
type MailTransportOptions = { from: string; ca?: Buffer; silenceTimeoutMs?: number }

/**
 * Opens the transport of a URL. `smtp://` requires STARTTLS, unless the URL ends with `?tls=off`; `smtps://` begins with TLS; user and
 * password are parts of the URL. `file:` writes each mail as `<id>.eml`.
 */
export function createMailTransport(address: string, options: MailTransportOptions): MailTransport {
  const url = new URL(address)
  return url.protocol === 'file:' ? createFileTransport(fileURLToPath(url), options) : createSmtpTransport(url, options)
}

function createFileTransport(folder: string, { from }: MailTransportOptions): MailTransport {
  return {
    kind: 'files',
    async send(mail) {
      await mkdir(folder, { recursive: true, mode: 0o700 })
      const file = join(folder, `${mail.id}.eml`)
      await writeFile(`${file}.part`, await buildMessage(mail, from), { mode: 0o600 })
      await rename(`${file}.part`, file)
    },
  }
}

function createSmtpTransport(url: URL, { from, ca, silenceTimeoutMs }: MailTransportOptions): MailTransport {
  const isTlsOff = url.searchParams.get('tls') === 'off'
  const isImplicitTls = url.protocol === 'smtps:'
  const transport = createTransport({
    host: url.hostname.replace(/^\[|\]$/g, ''),
    port: url.port ? Number(url.port) : isImplicitTls ? 465 : 587,
    secure: isImplicitTls,
    requireTLS: !isTlsOff,
    ignoreTLS: isTlsOff,
    ...(url.username && { auth: { user: decodeURIComponent(url.username), pass: decodeURIComponent(url.password) } }),
    tls: { minVersion: 'TLSv1.2', ...(ca && { ca }) },
    connectionTimeout: CONNECT_TIMEOUT_MS,
    greetingTimeout: silenceTimeoutMs ?? CONNECT_TIMEOUT_MS,
    socketTimeout: silenceTimeoutMs ?? SILENCE_TIMEOUT_MS,
    disableFileAccess: true,
    disableUrlAccess: true,
  })
  return {
    kind: 'smtp',
    async send(mail) {
      const message = await buildMessage(mail, from)
      let isBegun = false
      // read after the server has asked for the content
      const raw = new Readable({
        read() {
          isBegun = true
          this.push(message)
          this.push(null)
        },
      })
      try {
        await transport.sendMail({ envelope: { from: toAddress(from), to: [mail.to] }, raw })
      } catch (error) {
        throw toTransportError(error, isBegun)
      }
    },
  }
}

/** Returns messages instead of sending them. */
const messageBuilder = createTransport({
  streamTransport: true,
  buffer: true,
  newline: 'windows',
  disableFileAccess: true,
  disableUrlAccess: true,
})

/** Builds the message (RFC 5322). Line breaks in an address or a subject cannot add a header: nodemailer removes or encodes them. */
export async function buildMessage({ id, to, subject, html, text, date }: OutgoingMail, from: string): Promise<Buffer> {
  const domain = toAddress(from).split('@').at(-1)
  const { message } = await messageBuilder.sendMail({
    from,
    to: { name: '', address: to },
    subject,
    html,
    text,
    date,
    messageId: `<${id}@${domain}>`,
    headers: { 'Auto-Submitted': 'auto-generated', 'X-Auto-Response-Suppress': 'All' },
  })
  return message as Buffer // `buffer: true`
}

/** Returns the address of `Name <address>`. */
const toAddress = (mailbox: string): string => /<([^<>]+)>\s*$/.exec(mailbox)?.[1] ?? mailbox

function toTransportError(error: unknown, isBegun: boolean): MailTransportError {
  const {
    code = 'unknown',
    command = '',
    responseCode,
  } = error as {
    code?: string
    command?: string
    responseCode?: number
  }
  const isPermanent = responseCode !== undefined && responseCode >= 500 && /^(RCPT TO|DATA)/.test(command)
  const isUncertain = isBegun && responseCode === undefined
  return new MailTransportError(
    `The mail server did not accept a mail: ${[code, command.split(' ', 1)[0], responseCode].filter(Boolean).join(' ')}`,
    isPermanent ? 'refused' : isUncertain ? 'unknown' : 'temporary',
  )
}

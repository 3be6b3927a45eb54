import { createWakeSignal } from '@meadow/events'
import type { BackgroundTask, Logger, Metrics } from '@meadow/service'
import { createBackOff } from '@meadow/storage'
import type { Account } from '../accounts/account.ts'
import type { AccountRepository } from '../accounts/account-repository.ts'
import { composeMail } from './compose-mail.ts'
import { type ClaimedMail, isMailNeeded, planMailRetry, readDeviceName, readReceiptId } from './mail.ts'
import { renderMailHtml, renderMailText } from './mail-blocks.ts'
import { createMailCode, createMailLink, MAIL_LINK_PURPOSES } from './mail-link.ts'
import type { MailQueue } from './mail-queue.ts'
import { type MailTransport, MailTransportError } from './mail-transport.ts'
import type { MailLinkRepository } from './postgres-mail-link-repository.ts'

/** Mails that one process sends at the same time. A claim reads no more of them. */
const MAX_CONCURRENCY = 4
/** Interval at which the sender looks for mails of other processes, and for due attempts. */
const POLL_INTERVAL_MS = 2_000

const MAIL_OUTCOMES = ['sent', 'no_account', 'refused', 'temporary', 'unknown', 'given_up'] as const
type MailOutcome = (typeof MAIL_OUTCOMES)[number]

export type MailSender = BackgroundTask & {
  /** Sends all mails that are due. Returns the number of attempts. */
  drain(): Promise<number>
}

type MailSenderDeps = {
  queue: MailQueue
  links: MailLinkRepository
  accounts: Pick<AccountRepository, 'find' | 'findByEmail'>
  transport: MailTransport
  /** Returns true for accounts without a usable password, such as demo accounts. They get no link for a new one. */
  hasNoPassword: (account: Account) => boolean
  log: Logger
  now: () => Date
  newId: (at: Date) => string
}

/**
 * Creates the background task that sends the waiting mails. A commit of this process that adds a mail wakes it; beside that it polls.
 * Each attempt has a link or a code of its own, so that none is stored. Neither addresses nor tokens are logged.
 */
export function createMailSender(deps: MailSenderDeps): MailSender {
  const { queue, links, accounts, transport, log, now, newId } = deps
  const wakeSignal = createWakeSignal()
  let stopped = new AbortController()
  let running = Promise.resolve()
  let listening: Disposable | undefined
  let hasFailed = false
  let countOutcome: (outcome: MailOutcome) => void = () => undefined

  async function findAccount({ kind, accountId, recipient }: ClaimedMail): Promise<Account | undefined> {
    if (kind === 'account_erased') return undefined // the address may be that of a new account
    const account = accountId ? await accounts.find(accountId) : await accounts.findByEmail(recipient)
    if (!account || (kind === 'reset_password' && deps.hasNoPassword(account))) return undefined
    const isForTaken = kind === 'change_email' && (await accounts.findByEmail(recipient)) !== undefined
    return isForTaken || !isMailNeeded(kind, account, recipient) ? undefined : account
  }

  async function send(mail: ClaimedMail, account: Account | undefined): Promise<void> {
    const { kind, language, origin } = mail
    const purpose = MAIL_LINK_PURPOSES[kind]
    const to = mail.accountId ? mail.recipient : (account?.email ?? mail.recipient) // never the typed address, which may only look the same
    let url = `${origin}${toMailPath(mail)}`
    if (purpose && account) {
      const created = createMailLink({ purpose, accountId: account._id, email: to }, { origin, now: now() })
      await links.add(created.link)
      url = created.url
    }
    let code = ''
    if (kind === 'reauthentication_code' && account) {
      const created = createMailCode({ accountId: account._id, email: to }, now())
      await links.add(created.link)
      code = created.code
    }
    const device = readDeviceName(mail)
    const content = composeMail(kind, { account, language, url, device, code, time: mail.requestedAt })
    const rendered = { subject: content.subject, html: renderMailHtml(content), text: renderMailText(content) }
    const date = now()
    await transport.send({ id: newId(date), to, date, ...rendered })
  }

  async function attempt(mail: ClaimedMail): Promise<MailOutcome> {
    const account = await findAccount(mail)
    if (!account && mail.kind !== 'account_erased') {
      await queue.drop(mail.reason)
      return 'no_account'
    }
    try {
      await send(mail, account)
    } catch (error) {
      if (!(error instanceof MailTransportError)) throw error
      const retryAt = planMailRetry(mail, error.failure, now())
      log.warn({ err: error, kind: mail.kind, attempts: mail.attempts, retryAt }, 'a mail could not be sent')
      if (retryAt) await queue.retry(mail.reason, retryAt)
      else await queue.drop(mail.reason)
      hasFailed = error.failure !== 'refused'
      return retryAt || error.failure === 'refused' ? error.failure : 'given_up'
    }
    await queue.markSent(mail.reason, now())
    hasFailed = false
    return 'sent'
  }

  /** Sends a batch of due mails. Returns their number. A mail whose attempt fails here, not at the transport, is due again when its claim ends. */
  async function sendBatch(): Promise<number> {
    const claimed = await queue.claimDue(now(), MAX_CONCURRENCY)
    const attempts = await Promise.allSettled(claimed.map(attempt))
    for (const result of attempts)
      if (result.status === 'fulfilled') countOutcome(result.value)
      else log.error({ err: result.reason }, 'the attempt to send a mail failed')
    return claimed.length
  }

  async function run(signal: AbortSignal): Promise<void> {
    const backOff = createBackOff()
    while (!signal.aborted) {
      try {
        const count = await sendBatch()
        backOff.reset()
        if (count === 0) await wakeSignal.wait(POLL_INTERVAL_MS, signal)
      } catch (error) {
        if (backOff.failures === 0) log.warn({ err: error }, 'mails cannot be read and stay in the queue')
        await backOff.wait(signal)
      }
    }
  }

  return {
    name: 'mail sender',
    degradationProbes: {
      mail: async () => {
        if (hasFailed) throw new Error('The last mail could not be sent')
      },
    },
    registerMetrics(registry) {
      countOutcome = registerMailMetrics(registry, queue)
    },
    async drain() {
      let total = 0
      for (let count = await sendBatch(); count > 0; count = await sendBatch()) total += count
      return total
    },
    async start() {
      stopped = new AbortController()
      listening = queue.onAdded(wakeSignal.wake)
      running = run(stopped.signal)
    },
    async stop() {
      listening?.[Symbol.dispose]()
      stopped.abort()
      await running
    },
  }
}

/** The mails whose button leads to a new password, for a member who did not do what they tell. */
const PASSWORD_WARNINGS = [
  'password_reset',
  'new_device',
  'passkey_added',
  'passkey_removed',
  'totp_on',
  'totp_off',
  'totp_removed',
  'recovery_codes',
  'recovery_code_used',
]

/** Returns the path that the button of a mail without a token opens. */
function toMailPath({ kind, reason }: ClaimedMail): string {
  if (PASSWORD_WARNINGS.some((warning) => warning === kind)) return '/forgot-password'
  if (kind === 'export_ready') return '/settings/data' // without a token: the page needs the session
  return kind === 'account_erased' ? `/receipts/${readReceiptId(reason)}` : '/'
}

function registerMailMetrics(metrics: Metrics, queue: MailQueue): (outcome: MailOutcome) => void {
  const outcomes = metrics.counter({
    name: 'mail_attempts_total',
    help: 'Attempts to send a mail by outcome; a mail with the outcome temporary or unknown is sent again',
    labels: ['outcome'],
  })
  for (const outcome of MAIL_OUTCOMES) outcomes.inc({ outcome }, 0) // shows 0 from the start
  metrics.gauge({ name: 'mail_queue_mails', help: 'Mails that wait' }, async () => [
    { value: (await queue.measureBacklog()).length },
  ])
  metrics.gauge(
    { name: 'mail_queue_oldest_seconds', help: 'Age of the oldest waiting mail; 0 if none waits' },
    async () => {
      const { oldest } = await queue.measureBacklog()
      return [{ value: oldest ? Math.max(0, (Date.now() - oldest.getTime()) / 1_000) : 0 }]
    },
  )
  return (outcome) => outcomes.inc({ outcome })
}

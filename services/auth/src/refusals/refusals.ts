import { domainToASCII } from 'node:url'
import { type DomainEvent, events } from '@meadow/contracts'
import { createEvent } from '@meadow/events'
import { foldWords } from '@meadow/members'
import { DomainError } from '@meadow/service'
import { toEmailKey } from '../accounts/account.ts'
import { createInstallationEvent } from '../roles/installation-event.ts'
import type { EventStamp } from '../sessions/session.ts'

/** Domains and addresses that cannot be used for accounts. A domain stands for its subdomains, too. */
export type RefusedAddresses = { domains: readonly string[]; emails: readonly string[] }

/** The words, e-mail domains and addresses that the installation refuses. The version is 0 before the first change. */
export type Refusals = RefusedAddresses & { version: number; words: readonly string[] }

/** The next refusals with the events for other services, which contain no addresses: that of the words, and that for the audit log. */
export type RefusalChange = { refusals: Refusals; events: DomainEvent[] }

/** Plans a change by the admin `by`, with each entry once. @throws invalid_request */
export function planRefusals(
  { words, domains, emails }: Omit<Refusals, 'version'>,
  { version, by, time }: { version: number; by: string; time: Date },
  newId: (at: Date) => string,
): RefusalChange {
  if (words.some((word) => foldWords(word) === ''))
    throw new DomainError('invalid_request', {
      fields: { words: 'A word needs a letter, a digit or a symbol' },
      fieldCodes: { words: 'custom' },
    })
  const refusals = {
    version,
    words: listUnique(words, foldWords),
    domains: listUnique(domains.map(toDomainKey), (domain) => domain),
    emails: listUnique(emails.map(toEmailKey), (email) => email),
  }
  const wordsEvent = createRefusedWordsEvent(refusals, { eventId: newId(time), time })
  const id = newId(time)
  const auditEvent = createInstallationEvent({ action: 'refusals.update', by, note: '' }, id, { eventId: id, time })
  return { refusals, events: [wordsEvent, auditEvent] }
}

export const createRefusedWordsEvent = (
  { version, words }: Pick<Refusals, 'version' | 'words'>,
  { eventId, time }: EventStamp,
): DomainEvent =>
  createEvent(events.refusedWordsUpdated, {
    source: 'auth',
    subject: eventId,
    id: eventId,
    time,
    data: { version, words: [...words] },
  })

/** Decides whether an address can be used for an account. What follows a `+` before the `@` does not make it another address. */
export function isEmailRefused(email: string, { domains, emails }: RefusedAddresses): boolean {
  const key = toEmailKey(email)
  const at = key.lastIndexOf('@')
  const domain = toDomainKey(key.slice(at + 1))
  const toMailbox = (address: string) => address.replace(/\+[^@]*(?=@)/, '')
  return (
    domains.some((refused) => domain === refused || domain.endsWith(`.${refused}`)) ||
    emails.some((refused) => toMailbox(refused) === toMailbox(key))
  )
}

/** Returns a domain in the form in which it is compared: lower case, and in ASCII if it is international. */
const toDomainKey = (domain: string): string => domainToASCII(toEmailKey(domain)) || toEmailKey(domain)

/** Returns the entries without those that have the key of an earlier one. */
function listUnique(entries: readonly string[], toKey: (entry: string) => string): string[] {
  const unique = new Map<string, string>()
  for (const entry of entries) if (!unique.has(toKey(entry))) unique.set(toKey(entry), entry)
  return [...unique.values()]
}

import { calls } from '@meadow/contracts'
import { type CallRoute, DomainError, type Logger, logSecurityEvent, serve, toNetworkPrefix } from '@meadow/service'
import type { RefusalRepository } from './postgres-refusal-repository.ts'
import { isEmailRefused, planRefusals, type Refusals } from './refusals.ts'

type RefusalRouteDeps = {
  refusals: RefusalRepository
  log: Logger
  now: () => Date
  newId: (at: Date) => string
}

/** Creates the calls of admins for what the installation refuses. */
export const createRefusalRoutes = ({ refusals, log, now, newId }: RefusalRouteDeps): CallRoute[] => [
  serve(calls.getRefusals, async () => toRefusalView(await refusals.read())),

  serve(calls.updateRefusals, async ({ member, body, request }) => {
    const { version, words, emailDomains: domains, emails } = body
    const time = now()
    const replaced = await refusals.replace(version, (next) =>
      planRefusals({ words, domains, emails }, { version: next, by: member.sub, time }, newId),
    )
    const network = toNetworkPrefix(request.ip ?? '')
    logSecurityEvent(log, { event: 'auth.refusals_changed', actor: member.sub, network })
    return toRefusalView(replaced)
  }),
]

const toRefusalView = ({ version, words, domains, emails }: Refusals) => ({
  version,
  words: [...words],
  emailDomains: [...domains],
  emails: [...emails],
})

/** Refuses an address that cannot be used for an account. @throws email_refused, with the field `email` */
export async function assertEmailAllowed(
  { refusals }: { refusals: Pick<RefusalRepository, 'readAddresses'> },
  email: string,
): Promise<void> {
  if (!isEmailRefused(email, await refusals.readAddresses())) return
  throw new DomainError('email_refused', {
    fields: { email: 'This email address cannot be used on this Meadow' },
    fieldCodes: { email: 'refused' },
  })
}

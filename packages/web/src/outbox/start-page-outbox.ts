import { createFallbackOutboxStorage, createPageOutbox, type PageOutbox, type PageOutboxDeps } from '@meadow/outbox'
import { claimMemberRecords } from '../page/member-records.ts'
import { readStoredSession } from '../session/stored-session.ts'
import { withTabLock } from '../session/tab-lock.ts'
import { recoverToken } from '../session/token-renewal.ts'
import { createApiOutboxSender, createMemberOutboxStorage, type OutboxTokens } from './api-outbox-sender.ts'

type StartPageOutboxOptions = Pick<PageOutboxDeps, 'memberId' | 'cache' | 'onChange' | 'onHasStored' | 'onDropped'>

/** Starts the outbox of the signed-in member on this page, with the member's database and the API. */
export function startPageOutbox(options: StartPageOutboxOptions): PageOutbox {
  const { memberId } = options
  if (isSignedInAs(memberId))
    // and not another member, in another tab, of whom this one will hear
    void claimMemberRecords(memberId).catch(() => undefined) // without IndexedDB the service worker has nothing to send
  return createPageOutbox({
    ...options,
    storage: createFallbackOutboxStorage(createMemberOutboxStorage()),
    sendRequest: createApiOutboxSender(pageTokens),
    isSignedIn: () => isSignedInAs(memberId),
    withLock: withTabLock,
  })
}

/** Returns true while the member is signed in on this page. */
const isSignedInAs = (memberId: string): boolean => readStoredSession().userId === memberId

/** The access tokens of the signed-in member. They serve no entries of other members. */
const pageTokens: OutboxTokens = {
  read: (memberId) => (isSignedInAs(memberId) ? (readStoredSession().token ?? undefined) : undefined),
  async recover(error, rejected, memberId) {
    const renewed = await recoverToken(error, rejected)
    return isSignedInAs(memberId) ? renewed : undefined
  },
}

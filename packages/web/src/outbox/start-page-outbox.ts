import { claimMemberRecords } from '../page/member-records.ts'
import { createApiOutboxSender } from './api-outbox-sender.ts'
import { createIndexedDbOutboxStorage } from './indexed-db-outbox-storage.ts'
import { createMemoryOutboxStorage } from './memory-outbox-storage.ts'
import { createPageOutbox, type PageOutbox, type PageOutboxDeps } from './page-outbox.ts'
import { isSignedInAs, pageOutboxTokens } from './page-outbox-tokens.ts'

type StartPageOutboxOptions = Pick<
  PageOutboxDeps,
  'memberId' | 'cache' | 'onChange' | 'onHasStored' | 'onDropped' | 'onSent'
>

/** Starts the outbox of the signed-in member on this page, with the member's database and the API. */
export function startPageOutbox(options: StartPageOutboxOptions): PageOutbox {
  const { memberId } = options
  if (isSignedInAs(memberId))
    // and not another member, in another tab, of whom this one will hear
    void claimMemberRecords(memberId).catch(() => undefined) // without IndexedDB the service worker has nothing to send
  return createPageOutbox({
    ...options,
    storages: { shared: createIndexedDbOutboxStorage(), pageOnly: createMemoryOutboxStorage() },
    sendRequest: createApiOutboxSender(pageOutboxTokens),
    isSignedIn: () => isSignedInAs(memberId),
  })
}

import { events } from '@meadow/contracts'
import { createEvent } from '@meadow/events'
import type { AssertWordsAllowed } from '@meadow/members'
import { type BackgroundTask, DomainError, type Logger } from '@meadow/service'
import { createHourlyCleanup } from '@meadow/storage'
import type { DemoAccounts } from '../demo/demo-accounts.ts'
import type { EventStamp } from '../sessions/session.ts'
import type { Account } from './account.ts'
import type { AccountRepository, Renaming } from './account-repository.ts'
import { assertNotReserved, assertNotTaken } from './register-member.ts'

const DAY_MS = 86_400_000
const CHANGE_INTERVAL_MS = 14 * DAY_MS
/** The time for which a former username still leads to the member and cannot be taken by anyone else. */
const KEPT_FOR_MS = 90 * DAY_MS

/**
 * Plans the change of a username. Returns undefined if the account has this one already.
 * @throws username_changed_recently within 14 days of the last change
 */
function planRename(account: Account, username: string, { eventId, time }: EventStamp): Renaming | undefined {
  const { username: from, renamedAt, version } = account
  if (username === from) return undefined
  if (renamedAt && time.getTime() < renamedAt.getTime() + CHANGE_INTERVAL_MS)
    throw new DomainError('username_changed_recently')
  const event = createEvent(events.memberRenamed, {
    source: 'auth',
    subject: account._id,
    id: eventId,
    time,
    data: { from, to: username, accountVersion: version + 1 },
  })
  return {
    account: { ...account, username, renamedAt: time, version: version + 1 },
    former: { username: from, keptUntil: new Date(time.getTime() + KEPT_FOR_MS) },
    event,
  }
}

type ChangeUsernameDeps = {
  accounts: AccountRepository
  assertWordsAllowed: AssertWordsAllowed
  demoAccounts: DemoAccounts
  now: () => Date
  newId: (at: Date) => string
}

/**
 * Changes the username of a member. Of two members who ask for one username at the same time, one gets it.
 * @throws invalid_request if the username is reserved, words_refused, already_taken, username_changed_recently, forbidden for demo accounts,
 *   token_invalid if the account is gone
 */
export async function changeUsername(
  { accounts, assertWordsAllowed, demoAccounts, now, newId }: ChangeUsernameDeps,
  accountId: string,
  username: string,
): Promise<Account> {
  assertNotReserved(username)
  await assertWordsAllowed({ username })
  const time = now()
  const result = await accounts.rename(accountId, username, (account) => {
    if (demoAccounts.usernames.includes(account.username)) throw new DomainError('forbidden') // the sign-in page finds the demo accounts by their usernames
    return planRename(account, username, { eventId: newId(time), time })
  })
  if (result === 'taken') assertNotTaken(['username'])
  if (result === 'taken' || !result) throw new DomainError('token_invalid')
  return result
}

/** Creates the hourly background task that releases the former usernames that are no longer kept. */
export const createFormerUsernameCleanup = ({
  accounts,
  log,
  now,
}: Pick<ChangeUsernameDeps, 'accounts' | 'now'> & { log: Logger }): BackgroundTask =>
  createHourlyCleanup({ name: 'former usernames', log, deleteBatch: () => accounts.freeUsernames(now()) })

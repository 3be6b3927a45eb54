import { type DomainEvent, events } from '@meadow/contracts'
import { appendToPostgresOutbox } from '@meadow/events'
import {
  createPostgresRefusedWords,
  createSnapshotEventFactory,
  type MemberSnapshotStore,
  NIL_UUID,
  readSnapshotPages,
  type SnapshotDeps,
} from '@meadow/members'
import type { Queryable } from '@meadow/storage'
import { createRefusedWordsEvent } from '../refusals/refusals.ts'
import type { AccountsTable } from '../schema.ts'

type AccountSnapshotRow = Pick<
  AccountsTable,
  | 'id'
  | 'username'
  | 'full_name'
  | 'email_verified'
  | 'account_version'
  | 'created_at'
  | 'deactivated_at'
  | 'username_version'
> & { former_usernames: { username: string; keptUntil: string }[] | null }

const READ_ACCOUNTS = `
  select id, username, full_name, email_verified, account_version, created_at, deactivated_at, username_version, (
    select json_agg(json_build_object('username', former.username, 'keptUntil', former.kept_until) order by former.username)
    from former_usernames former where former.account_id = accounts.id
  ) as former_usernames
  from accounts where id > $1 order by id limit $2`

/** Creates the snapshot of the refused words and of all accounts, without private fields such as the e-mail address. */
export function createPostgresAccountSnapshots(tx: Queryable, deps: SnapshotDeps): MemberSnapshotStore {
  const createEvent = createSnapshotEventFactory('auth', deps)

  const toAccountSnapshotEvent = (row: AccountSnapshotRow): DomainEvent =>
    createEvent(events.memberAccountSnapshot, row.id, {
      username: row.username,
      fullName: row.full_name,
      accountVersion: row.account_version,
      registeredAt: row.created_at.toISOString(),
      isEmailVerified: row.email_verified,
      ...(row.username_version !== null && { usernameVersion: row.username_version }),
      ...(row.former_usernames && {
        formerUsernames: row.former_usernames.map(({ username, keptUntil }) => ({
          username,
          keptUntil: new Date(keptUntil).toISOString(),
        })),
      }),
      ...(row.deactivated_at && { isDeactivated: true }),
    })

  return {
    createEvent,
    async *readPages() {
      const refused = await createPostgresRefusedWords(tx).readOther(0)
      if (refused) {
        const time = deps.now()
        yield [createRefusedWordsEvent(refused, { eventId: deps.newId(time), time })]
      }
      yield* readSnapshotPages(tx, {
        text: READ_ACCOUNTS,
        toCursor: (last?: AccountSnapshotRow) => [last?.id ?? NIL_UUID],
        toEvent: toAccountSnapshotEvent,
      })
    },
    appendToOutbox: (all) => appendToPostgresOutbox(tx, all),
  }
}

import { appendToOutbox } from '@meadow/events'
import { postgresMembers } from '@meadow/members'
import { DomainError } from '@meadow/service'
import { type Postgres, type Queryable, transaction } from '@meadow/storage'
import type { About } from './about.ts'
import type { Said } from './edit-profile.ts'
import { ABOUT, storeAbout } from './postgres-about.ts'
import type { ProfileEdits } from './profile-edits.ts'

/** Changes of profiles in PostgreSQL, with the row of the members read model. */
export const postgresProfileEdits = (pool: Postgres): ProfileEdits => ({
  change: (memberId, decide) =>
    transaction(pool, async (tx) => {
      const edited = decide(await hold(tx, memberId))
      if (!edited) return false
      const { about, event } = edited
      await storeAbout(tx, memberId, about)
      await postgresMembers(tx).applyProfile({ _id: memberId, ...event.data })
      await appendToOutbox(tx, event)
      return true
    }),
})

async function hold(tx: Queryable, memberId: string): Promise<Said> {
  const text = `select ${ABOUT} from profiles where member_id = $1 for update`
  const [held] = (await tx.query<{ about: About }>(text, [memberId])).rows
  const member = (await postgresMembers(tx).find([memberId])).get(memberId)
  if (!held || member?.state !== 'active') throw new DomainError('forbidden')
  return { member, about: held.about }
}

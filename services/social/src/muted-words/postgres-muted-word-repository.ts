import { appendToPostgresOutbox } from '@meadow/events'
import { createPostgresMemberReadModel } from '@meadow/members'
import { DomainError } from '@meadow/service'
import { type PostgresPool, withQueuedPostgresTransaction } from '@meadow/storage'
import type { MutedWordRepository } from './muted-words.ts'

/** Creates the repository of muted words on the tables of the members read model. */
export const createPostgresMutedWordRepository = (pool: PostgresPool): MutedWordRepository => ({
  find: (memberId) => createPostgresMemberReadModel(pool).findMutedWords(memberId),

  change: (memberId, decide) =>
    withQueuedPostgresTransaction(pool, [memberId], async (tx) => {
      const members = createPostgresMemberReadModel(tx)
      const { rows } = await tx.query<{ state: string }>(
        'select state from members where id = $1 for no key update', // changes of one member wait for each other
        [memberId],
      )
      if (rows[0]?.state !== 'active') throw new DomainError('forbidden')
      const { list, event } = decide(await members.findMutedWords(memberId))
      await members.applyMutedWords(list)
      await appendToPostgresOutbox(tx, event)
      return list
    }),
})

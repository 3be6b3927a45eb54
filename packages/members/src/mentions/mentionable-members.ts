import type { MongoDatabase, Queryable } from '@meadow/storage'
import { findMemberIdsByUsernames } from '../mongo-visible-members.ts'
import { visibleContentSql } from '../policy.ts'
import type { MentionableMembers } from './read-text-facets.ts'

/**
 * Creates the reader of members who may be mentioned, on PostgreSQL. `formerUsernames` is the table of former usernames: social has its own,
 * the others that of the read model.
 */
export const createPostgresMentionableMembers = (
  db: Queryable,
  formerUsernames: 'member_former_usernames' | 'former_usernames' = 'member_former_usernames',
): MentionableMembers => ({
  async find(usernames, author) {
    const { rows } = await db.query<{ id: string; username: string }>({
      name: 'find-mentionable-members',
      text: `select id, username from members
             where username = any($2::text[]) and ${visibleContentSql('$1', 'members.id')}
             union all
             select former.member_id, former.username from ${formerUsernames} former
             where former.username = any($2::text[]) and former.kept_until > now()
               and not exists (select from members m where m.username = former.username)
               and ${visibleContentSql('$1', 'former.member_id')}`,
      values: [author?._id ?? null, usernames],
    })
    return toIdsByUsername(rows)
  },
})

/** Creates the reader of members who may be mentioned, on MongoDB. */
export const createMongoMentionableMembers = (mongo: MongoDatabase): MentionableMembers => ({
  async find(usernames, author) {
    return toIdsByUsername(await findMemberIdsByUsernames(mongo, author, usernames))
  },
})

/** Leaves out a username of several members, which the read model has until the event of a rename arrives: it names nobody surely. */
const toIdsByUsername = (rows: readonly { id: string; username: string }[]): Map<string, string> => {
  const namesakes = Map.groupBy(rows, ({ username }) => username)
  return new Map(
    [...namesakes].flatMap(([username, [member, ...others]]) =>
      member && others.length === 0 ? [[username, member.id]] : [],
    ),
  )
}

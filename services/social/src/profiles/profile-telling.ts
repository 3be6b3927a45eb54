import { type DomainEvent, events } from '@meadow/contracts'
import { BEFORE_ALL, told, toldPages } from '@meadow/members'
import type { Queryable } from '@meadow/storage'

type Row = {
  id: string
  username: string
  full_name: string
  avatar: string
  is_verified: boolean
  profile_version: number
  cover: string
}

const PROFILES = `
  select id, username, full_name, avatar, is_verified, profile_version, cover
  from members join profiles on member_id = id
  where profile_version > 0 and state <> 'erased' and id > $1 order by id limit $2`

const profileTold = (row: Row): DomainEvent =>
  told(events.profileTold, 'social', row.id, {
    username: row.username,
    fullName: row.full_name,
    avatar: row.avatar,
    isVerified: row.is_verified,
    profileVersion: row.profile_version,
    cover: row.cover,
  })

/** All profiles that were ever changed, a page at a time: of the others the account says enough. */
export const profilePages = (tx: Queryable): AsyncGenerator<DomainEvent[]> =>
  toldPages(tx, { text: PROFILES, after: (last?: Row) => [last?.id ?? BEFORE_ALL], told: profileTold })

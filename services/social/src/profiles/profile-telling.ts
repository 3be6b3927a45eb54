import { type DomainEvent, events } from '@meadow/contracts'
import { announce } from '@meadow/events'
import { newId } from '@meadow/service'
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

const PAGE = 200
const BEFORE_ALL = '00000000-0000-0000-0000-000000000000'

function told(row: Row): DomainEvent {
  const time = new Date()
  return announce(events.profileTold, {
    source: 'social',
    subject: row.id,
    id: newId(time),
    time,
    data: {
      username: row.username,
      fullName: row.full_name,
      avatar: row.avatar,
      isVerified: row.is_verified,
      profileVersion: row.profile_version,
      cover: row.cover,
    },
  })
}

/** All profiles that were ever changed, a page at a time: of the others the account says enough. */
export async function* profilePages(tx: Queryable): AsyncGenerator<DomainEvent[]> {
  for (let last: string | undefined = BEFORE_ALL; last; ) {
    const { rows }: { rows: Row[] } = await tx.query<Row>(
      `select id, username, full_name, avatar, is_verified, profile_version, cover
       from members join profiles on member_id = id
       where profile_version > 0 and state <> 'erased' and id > $1 order by id limit $2`,
      [last, PAGE],
    )
    yield rows.map(told)
    last = rows.at(-1)?.id
  }
}

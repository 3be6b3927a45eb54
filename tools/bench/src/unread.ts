import { startBareService } from './bare.ts'
import { compare, type Row, report } from './figures.ts'
import { idOf } from './ids.ts'
import { inTurns, type Rounds } from './measured.ts'
import { openProduct, type Product } from './product.ts'

const SECONDS = 2
const MANY = 100_000
const PATH = '/posts/notifications/unread-count'

const MEANING = `How many notifications are unread, asked of notify itself, for a member with none and for one with 100,000. Bare is a
service of the same kind (token, log line, measurement) that reads one row by its primary key. 'us' is processor time of the
process per request, without PostgreSQL; p50 and p99 are milliseconds at half of saturation.`

/** `GET /posts/notifications/unread-count` with nothing and with 100 thousand unread. */
export async function unread(): Promise<void> {
  await using product = await openProduct()
  await seed(product)
  const { tokenOf } = product
  const notify = await product.urlOf('notify')
  await using bare = await startBareService(product.signingKey, product.storeOf('meadow_notify'))
  const of = (url: string, member: number) => {
    const shot = { path: PATH, headers: { authorization: `Bearer ${tokenOf(member)}` } }
    return { url, next: () => shot, seconds: SECONDS }
  }
  const rounds = await inTurns({
    bare: { load: of(bare.url, 0), pids: bare.pids },
    none: { load: of(notify, 0), pids: product.pids('notify') },
    many: { load: of(notify, 1), pids: product.pids('notify') },
  })
  report('unread', [...rowsOf('none', rounds.none, rounds.bare), ...rowsOf('100 k', rounds.many, rounds.bare)], MEANING)
}

const rowsOf = (size: string, ours: Rounds, bare: Rounds): Row[] => [
  compare(`${size}: us`, ours.cpuUs, bare.cpuUs, '<= 1.5'),
  compare(`${size}: p50`, ours.p50, bare.p50, '<= 1.5'),
  compare(`${size}: p99`, ours.p99, bare.p99, ''),
  compare(`${size}: per second`, ours.perSecond, bare.perSecond, ''),
]

/** The second member has so many unread likes, each of a post of its own; the row that is read bare is beside them. */
async function seed({ query }: Product): Promise<void> {
  const id = `('00000009-0000-7000-8000-' || lpad(to_hex(n), 12, '0'))::uuid`
  const likes = `generate_series(1, ${MANY}) n`
  await query(
    'meadow_notify',
    `set session_replication_role = replica;
     insert into notifications (id, member_id, type, post_id, is_read, created_at, updated_at, actor_count)
     select ${id}, '${idOf('member', 1)}', 'like', ${id}, false, at, at, 1
     from ${likes}, lateral (select timestamptz '2026-01-01' + n * interval '1 minute' as at) moment;
     insert into notification_actors (notification_id, actor_id, at, excerpt, hidden)
     select ${id}, '${idOf('member', 0)}', timestamptz '2026-01-01' + n * interval '1 minute', '', false from ${likes};
     insert into counters values
       ('${idOf('member', 1)}', 'like', ${MANY}, ${MANY}), ('${idOf('member', 1)}', 'all', ${MANY}, ${MANY}),
       ('${idOf('member', 0)}', 'all', 0, 0);
     create table bare (id uuid primary key, value integer not null);
     insert into bare values ('${idOf('member', 0)}', 0)`,
  )
  await query('meadow_notify', 'vacuum analyze')
}

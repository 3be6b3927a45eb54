import { type DomainEvent, events, type PrivacyException } from '@meadow/contracts'
import { appendToPostgresOutbox } from '@meadow/events'
import {
  createSnapshotEventFactory,
  type FollowsTable,
  type MemberSnapshotStore,
  type MutesTable,
  NIL_UUID,
  readSnapshotPages,
  type SnapshotDeps,
} from '@meadow/members'
import type { Queryable } from '@meadow/storage'
import { readMutedWordPages } from '../muted-words/postgres-muted-word-snapshot.ts'
import { readPrivacySnapshotPages, readProfileSnapshotPages } from '../profiles/postgres-profile-snapshot.ts'

type EdgeSnapshotRow = Omit<FollowsTable, 'heard'> &
  Partial<Pick<MutesTable, 'until'> & { exception: PrivacyException }>

/** The table of each kind, and the column that only this kind has. */
const EDGE_TABLES = {
  follow: { table: 'follows', own: '' },
  block: { table: 'blocks', own: '' },
  mute: { table: 'mutes', own: ', until' },
  'privacy-exception': { table: 'privacy_exceptions', own: ', exception' },
} as const

/** Creates the snapshot of all changed profiles, privacy settings, follows, blocks, mutes and privacy exceptions, including removed ones. */
export function createPostgresSocialSnapshots(tx: Queryable, deps: SnapshotDeps): MemberSnapshotStore {
  const createEvent = createSnapshotEventFactory('social', deps)

  const readEdgeSnapshotPages = (kind: keyof typeof EDGE_TABLES): AsyncGenerator<DomainEvent[]> =>
    readSnapshotPages(tx, {
      text: `select from_id, to_id, version, active, at${EDGE_TABLES[kind].own} from ${EDGE_TABLES[kind].table}
             where (from_id, to_id) > ($1, $2) order by from_id, to_id limit $3`,
      toCursor: (last?: EdgeSnapshotRow) => [last?.from_id ?? NIL_UUID, last?.to_id ?? NIL_UUID],
      toEvent: ({ from_id, to_id, version, active, at, until, exception }) =>
        createEvent(events.memberEdgeSnapshot, from_id, {
          kind,
          to: to_id,
          version,
          active,
          at: at.toISOString(),
          ...(until !== undefined && { until: until?.toISOString() ?? null }),
          ...(exception && { exception }),
        }),
    })

  return {
    createEvent,
    async *readPages() {
      yield* readProfileSnapshotPages(tx, createEvent)
      yield* readPrivacySnapshotPages(tx, createEvent)
      yield* readEdgeSnapshotPages('follow')
      yield* readEdgeSnapshotPages('block')
      yield* readEdgeSnapshotPages('mute')
      yield* readEdgeSnapshotPages('privacy-exception')
      yield* readMutedWordPages(tx, createEvent)
    },
    appendToOutbox: (all) => appendToPostgresOutbox(tx, all),
  }
}

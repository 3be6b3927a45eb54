import { type DomainEvent, events } from '@meadow/contracts'
import {
  type MemberSnapshotStore,
  type MutedWord,
  type MutedWordsTable,
  NIL_UUID,
  readSnapshotPages,
} from '@meadow/members'
import type { Queryable } from '@meadow/storage'

type MutedWordsRow = Omit<MutedWordsTable, 'words'> & { words: MutedWord[] }

/** Reads the muted words of all members. Their event is the one of a change: it notifies nobody, and the version decides. */
export const readMutedWordPages = (
  tx: Queryable,
  createEvent: MemberSnapshotStore['createEvent'],
): AsyncGenerator<DomainEvent[]> =>
  readSnapshotPages(tx, {
    text: 'select member_id, version, words from muted_words where member_id > $1 order by member_id limit $2',
    toCursor: (last?: MutedWordsRow) => [last?.member_id ?? NIL_UUID],
    toEvent: ({ member_id, version, words }) =>
      createEvent(events.memberMutedWordsUpdated, member_id, {
        version,
        words: words.map((word) => ({ ...word, in: [...word.in] })),
      }),
  })

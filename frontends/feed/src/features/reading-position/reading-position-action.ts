import { type ApiResponse, type OutboxKind, type QueryClient, registerOutboxKind } from '@meadow/web'
import { getLaterPosition } from './reading-mark.ts'

export const readingPositionKey = ['reading-position'] as const

export type ReadingPosition = ApiResponse<'GET /posts/reading-position'>
type ReadingPositionActionData = { seenUntil: string }

/** Stores how far the viewer has seen the feed. Only the newest position waits. Members need not know of it. */
export const readingPositionAction: OutboxKind<ReadingPositionActionData, ReadingPosition> = {
  name: 'reading-position',
  plan: (body) => ({
    lane: 'reading position',
    replaceKey: 'reading position',
    requests: [{ call: 'PUT /posts/reading-position', body }],
  }),
  merge: (earlier, later) => (earlier.seenUntil > later.seenUntil ? earlier : later),
  show: (cache, { data }) => cacheReadingPosition(cache, data.seenUntil),
  isShownIn: ([subject]) => subject === readingPositionKey[0],
  getSubject: () => 'reading position',
  settle: (cache, _entry, { seenUntil }) => cacheReadingPosition(cache, seenUntil),
  describeRefusal: () => '', // members need not know
  onRefusal: 'drop',
}
registerOutboxKind(readingPositionAction)

const cacheReadingPosition = (cache: QueryClient, seenUntil: string | null): void => {
  cache.setQueryData<ReadingPosition>(readingPositionKey, (known) => ({
    seenUntil: getLaterPosition(known?.seenUntil ?? null, seenUntil),
  }))
}

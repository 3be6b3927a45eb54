import { expect, it } from '@jest/globals'
import { createQueryClient } from '@meadow/web'
import { fakeApi } from '@meadow/web/testing'
import { alertQueryKeys } from './alert-cache.ts'
import { refetchAlertCounts } from './use-alerts.ts'

const countsOf = (all: number) => ({ all, like: 0, comment: 0, follow: all, mention: 0, share: 0 })

it('the counts are those of the last request, although an older one is still on its way', async () => {
  const older = Promise.withResolvers<void>()
  const respond = (unread: number) => ({
    notifications: [],
    counts: countsOf(1),
    unread: countsOf(unread),
    unseen: 0,
    pagination: { hasMore: false },
    nextCursor: null,
  })
  const network = fakeApi({
    'GET /posts/notifications': () => (network.calls.length === 1 ? older.promise.then(() => respond(1)) : respond(0)),
  })
  const cache = createQueryClient()
  cache.setQueryData(alertQueryKeys.counts, { counts: countsOf(1), unread: countsOf(1) })
  const first = refetchAlertCounts(cache) // of a push before the notification was read
  await refetchAlertCounts(cache)
  older.resolve()
  await first
  expect(network.calls).toHaveLength(2)
  expect(cache.getQueryData(alertQueryKeys.counts)).toEqual({ counts: countsOf(1), unread: countsOf(0) })
})

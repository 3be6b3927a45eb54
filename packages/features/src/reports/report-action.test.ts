import { expect, it } from '@jest/globals'
import { createQueryClient } from '@meadow/web'
import { queryKeys } from '../cache/query-keys.ts'
import { anOutboxEntry } from '../testing/outbox-entry.ts'
import { reportAction } from './report-action.ts'

it('loads the own reports again once a report was sent', () => {
  const cache = createQueryClient()
  cache.setQueryData(queryKeys.ownReports, { pages: [], pageParams: [] })
  const isInvalidated = () => cache.getQueryState(queryKeys.ownReports)?.isInvalidated
  const data = { kind: 'post', targetId: 'p1', username: 'ben', category: 'spam', text: '' } as const
  expect(isInvalidated()).toBe(false)
  reportAction.settle?.(cache, anOutboxEntry(reportAction, data), {} as never)
  expect(isInvalidated()).toBe(true)
})

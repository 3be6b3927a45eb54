import { expect, it } from '@jest/globals'
import type { PrivacyException } from '@meadow/contracts/browser'
import { createQueryClient } from '@meadow/web'
import { queryKeys } from '../cache/query-keys.ts'
import { kofi, somebody } from '../testing/fixtures.ts'
import { anOutboxEntry } from '../testing/outbox-entry.ts'
import { NO_PRIVACY_EXCEPTION, privacyExceptionAction } from './privacy-exception-action.ts'

const lena = somebody({ username: 'lena' })
const hidesOnline = { ...NO_PRIVACY_EXCEPTION, showOnline: false }
const showsAll = { showOnline: true, showLastSeen: true, showTyping: true, sendReadMarks: true }

function openCache(...exceptions: object[]) {
  const cache = createQueryClient()
  cache.setQueryData(queryKeys.privacyExceptions, { exceptions })
  return { cache, read: () => cache.getQueryData(queryKeys.privacyExceptions) }
}

const entryOf = (exception: PrivacyException, before = NO_PRIVACY_EXCEPTION) =>
  anOutboxEntry(privacyExceptionAction, { member: kofi, exception, before })

it('is listed first and once, and comes back as it was if it is refused', () => {
  const { cache, read } = openCache({ ...lena, exception: hidesOnline })
  const entry = entryOf(showsAll)
  for (const _again of [1, 2]) privacyExceptionAction.show?.(cache, entry)
  expect(read()).toMatchObject({
    exceptions: [
      { _id: kofi._id, exception: showsAll },
      { _id: lena._id, exception: hidesOnline },
    ],
  })
  privacyExceptionAction.hide?.(cache, entry)
  expect(read()).toMatchObject({ exceptions: [{ _id: lena._id }] })
})

it('leaves the list without a choice, and all choices are sent', () => {
  const { cache, read } = openCache({ ...kofi, exception: hidesOnline })
  privacyExceptionAction.show?.(cache, entryOf(NO_PRIVACY_EXCEPTION, hidesOnline))
  expect(read()).toEqual({ exceptions: [] })
  expect(privacyExceptionAction.plan({ member: kofi, exception: hidesOnline, before: showsAll }, 'a')).toMatchObject({
    replaceKey: `privacy-exception ${kofi._id}`,
    requests: [{ call: 'PUT /users/:id/privacy', params: { id: kofi._id }, body: hidesOnline }],
  })
})

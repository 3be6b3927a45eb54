import { describe, expect, it } from '@jest/globals'
import { applyNotificationRead, flattenAlertPages, prependAlert } from './alert-cache.ts'
import { anAlert, toAlertListResponse } from './testing/alert-fixtures.ts'

const cached = (...alerts: ReturnType<typeof anAlert>[]) => ({
  pages: [toAlertListResponse(alerts)],
  pageParams: [null],
})

describe('a list and what is heard make the list that the server would answer', () => {
  const [one, two, three] = [anAlert(1), anAlert(2, { type: 'follow' }), anAlert(3)]

  it('when something new comes', () => {
    expect(flattenAlertPages(prependAlert(cached(two, one), three))).toEqual([three, two, one])
  })

  it('when one more does the same', () => {
    const grown = { ...one, actorCount: 2, text: 'and 1 other liked your post', updatedAt: three.updatedAt }
    expect(flattenAlertPages(prependAlert(cached(two, one), grown))).toEqual([grown, two])
  })

  it('when some are read elsewhere', () => {
    const read = applyNotificationRead(cached(three, two, one), { ids: [two._id] })
    expect(flattenAlertPages(read)).toEqual([three, { ...two, isRead: true }, one])
  })

  it('when all of a type are read until a moment, and later ones stay', () => {
    const read = applyNotificationRead(cached(three, two, one), { types: ['like'], before: two.updatedAt })
    expect(flattenAlertPages(read)).toEqual([three, two, { ...one, isRead: true }])
  })

  it('however often it is heard', () => {
    expect(flattenAlertPages(prependAlert(prependAlert(cached(two, one), three), three))).toEqual([three, two, one])
  })
})

it('shows a notification once that two pages have, as the newer page has it', () => {
  const [one, two] = [anAlert(1), anAlert(2)]
  const pages = {
    pages: [toAlertListResponse([two, one]), toAlertListResponse([{ ...one, isRead: true }])],
    pageParams: [null, '1'],
  }
  expect(flattenAlertPages(pages)).toEqual([two, one])
})

import { describe, expect, it } from '@jest/globals'
import { applyNotificationRead, flattenAlertPages, prependAlert } from './alert-cache.ts'
import { anAlert, toAlertListResponse } from './testing/alert-fixtures.ts'

const cached = (...alerts: ReturnType<typeof anAlert>[]) => ({
  pages: [toAlertListResponse(alerts)],
  pageParams: [null],
})

describe('a cached list with a push applied equals the fresh response', () => {
  const [one, two, three] = [anAlert(1), anAlert(2, { type: 'follow' }), anAlert(3)]

  it('for a new notification', () => {
    expect(flattenAlertPages(prependAlert(cached(two, one), three))).toEqual([three, two, one])
  })

  it('for a known notification with one more actor', () => {
    const grown = { ...one, actorCount: 2, text: 'and 1 other liked your post', updatedAt: three.updatedAt }
    expect(flattenAlertPages(prependAlert(cached(two, one), grown))).toEqual([grown, two])
  })

  it('for notifications read by id on another device', () => {
    const read = applyNotificationRead(cached(three, two, one), { ids: [two._id] })
    expect(flattenAlertPages(read)).toEqual([three, { ...two, isRead: true }, one])
  })

  it('for a type read up to a time; later ones stay unread', () => {
    const read = applyNotificationRead(cached(three, two, one), { types: ['like'], before: two.updatedAt })
    expect(flattenAlertPages(read)).toEqual([three, two, { ...one, isRead: true }])
  })

  it('for a push that arrives twice', () => {
    expect(flattenAlertPages(prependAlert(prependAlert(cached(two, one), three), three))).toEqual([three, two, one])
  })
})

it('shows a notification of two pages once, in the version of the newer page', () => {
  const [one, two] = [anAlert(1), anAlert(2)]
  const pages = {
    pages: [toAlertListResponse([two, one]), toAlertListResponse([{ ...one, isRead: true }])],
    pageParams: [null, '1'],
  }
  expect(flattenAlertPages(pages)).toEqual([two, one])
})

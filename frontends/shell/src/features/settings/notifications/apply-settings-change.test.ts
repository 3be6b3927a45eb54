import { expect, it } from '@jest/globals'
import { aNotificationSettings } from '../testing/settings-fixtures.ts'
import { applySettingsChange } from './apply-settings-change.ts'
import { toQuietHours } from './quiet-hours.ts'

const settings = aNotificationSettings()

it('changes only what is named', () => {
  const { preferences } = settings
  expect(applySettingsChange(settings, { preferences: { like: { push: false } } })).toEqual({
    ...settings,
    preferences: { ...preferences, like: { ...preferences.like, push: false } },
  })
  expect(applySettingsChange(settings, { hidePushText: true })).toEqual({ ...settings, hidePushText: true })
})

it('changes the zone without the days', () => {
  const night = toQuietHours({ from: '22:00', to: '07:00' }, 'Europe/Berlin')
  const quiet = { ...settings, quietHours: night }
  expect(applySettingsChange(quiet, { quietHours: { zone: 'Asia/Tokyo' } }).quietHours).toEqual({
    ...night,
    zone: 'Asia/Tokyo',
  })
})

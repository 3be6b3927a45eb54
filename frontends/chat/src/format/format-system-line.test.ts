import { expect, it } from '@jest/globals'
import { ann, kofi } from '../testing/fixtures.ts'
import { formatSystemLine } from './format-system-line.ts'

it('says who turned disappearing messages on or off', () => {
  const on = { event: 'disappearing', disappearAfter: 604_800 } as const
  expect(formatSystemLine(on, kofi, ann._id)).toBe('Kofi Mensah turned on disappearing messages: 7 days')
  expect(formatSystemLine({ ...on, disappearAfter: 86_400 }, ann, ann._id)).toBe(
    'You turned on disappearing messages: 1 day',
  )
  expect(formatSystemLine({ ...on, disappearAfter: null }, kofi, ann._id)).toBe(
    'Kofi Mensah turned off disappearing messages',
  )
})

it('names the member to whom something was done, if the name is known', () => {
  const removed = { event: 'removed', memberId: kofi._id } as const
  expect(formatSystemLine(removed, ann, kofi._id, [kofi])).toContain('removed Kofi Mensah')
  expect(formatSystemLine(removed, ann, kofi._id)).toContain('removed A former member')
})

it('asks to reload for an event that this page does not know', () => {
  expect(formatSystemLine({ event: 'waved' as never }, kofi, ann._id)).toBe('Reload the page to see this message')
})

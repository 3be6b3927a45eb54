import { expect, it } from '@jest/globals'
import { formatGreeting } from './home-greeting.tsx'

it.each([
  [4, 'Good evening, Ann'],
  [5, 'Good morning, Ann'],
  [11, 'Good morning, Ann'],
  [12, 'Good afternoon, Ann'],
  [17, 'Good afternoon, Ann'],
  [18, 'Good evening, Ann'],
])('greets at %p by %p', (hour, greeting) => {
  expect(formatGreeting(hour, 'Ann')).toBe(greeting)
})

it('falls back to Friend without a name', () => {
  expect(formatGreeting(9, '')).toBe('Good morning, Friend')
})

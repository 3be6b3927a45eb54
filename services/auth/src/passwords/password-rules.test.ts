import { describe, expect, it } from '@jest/globals'
import { findPasswordWeakness } from './password-rules.ts'

const ann = { username: 'ann.b', fullName: 'Ann Berger', email: 'berger.family@example.org' }

describe('a password', () => {
  it.each(['123456', 'password', 'PassW0rd', 'iloveyou', 'qwerty'])(
    'is refused when everybody has it: %s',
    (password) => {
      expect(findPasswordWeakness(password, ann)?.code).toBe('too_common')
    },
  )

  it.each([
    'ann.b!',
    'annb2024',
    'Ann Berger',
    'annberger',
    'berger1984',
    'BERGER',
    'berger.family',
    'berger.family@example.org',
    'Meadow',
    'meadow1',
    '11ｍeadow',
  ])('is refused when it is the name of its owner or of the product: %s', (password) => {
    expect(findPasswordWeakness(password, ann)?.code).toBe('too_personal')
  })

  it.each(['correct horse', 'annbergersdog', '83-17-29', 'наш луг зелёный', '🌿🌿🌿🌿'])('may be %s', (password) => {
    expect(findPasswordWeakness(password, ann)).toBeUndefined()
  })
})

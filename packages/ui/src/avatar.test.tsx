import { describe, expect, it } from '@jest/globals'
import { fireEvent, render } from '@testing-library/react'
import { Avatar, toInitials } from './avatar.tsx'

describe('toInitials', () => {
  it.each([
    ['Ann Berger', 'AB'],
    ['ann', 'A'],
    ['  Tomás  de la Rey ', 'TR'],
    ['🌿 Ivy', '🌿I'],
    ['🇬🇧 Ada Lovelace', '🇬🇧L'],
    ['👨‍👩‍👧 Family', '👨‍👩‍👧F'],
    ['e\u0301ric', 'E\u0301'],
    ['\u200fعلي حسن', 'عح'],
    ['', '?'],
    [' \u200f ', '?'],
  ])('returns for %p: %p', (name, letters) => {
    expect(toInitials(name)).toBe(letters)
  })
})

describe('Avatar', () => {
  it('shows initials if the picture fails to load, and a new picture afterwards', () => {
    const { container, rerender } = render(<Avatar name="Ann Berger" src="/gone.webp" />)
    fireEvent.error(container.querySelector('img') as HTMLElement)
    expect(container).toHaveTextContent('AB')
    rerender(<Avatar name="Ann Berger" src="/new.webp" />)
    expect(container.querySelector('img')).toHaveAttribute('src', '/new.webp')
  })
})

import { describe, expect, it } from '@jest/globals'
import { fireEvent, render } from '@testing-library/react'
import { Avatar, toInitials } from './avatar.tsx'

describe('initials', () => {
  it.each([
    ['Ann Berger', 'AB'],
    ['ann', 'A'],
    ['  Tomás  de la Rey ', 'TR'],
    ['🌿 Ivy', '🌿I'],
    ['', '?'],
  ])('of %p are %p', (name, letters) => {
    expect(toInitials(name)).toBe(letters)
  })
})

describe('Avatar', () => {
  it('shows initials when the picture does not load, and the next picture when there is one', () => {
    const { container, rerender } = render(<Avatar name="Ann Berger" src="/gone.webp" />)
    fireEvent.error(container.querySelector('img') as HTMLElement)
    expect(container).toHaveTextContent('AB')
    rerender(<Avatar name="Ann Berger" src="/new.webp" />)
    expect(container.querySelector('img')).toHaveAttribute('src', '/new.webp')
  })
})

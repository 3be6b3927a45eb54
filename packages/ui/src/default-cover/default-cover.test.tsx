import { expect, it } from '@jest/globals'
import { render } from '@testing-library/react'
import { DefaultCover } from './default-cover.tsx'

const coverOf = (seed: string) => render(<DefaultCover seed={seed} />).container.firstElementChild?.className

it('shows the same landscape for the same seed', () => {
  expect(coverOf('alice')).toBe(coverOf('alice'))
})

it('uses all six landscapes for different seeds', () => {
  const covers = Array.from({ length: 60 }, (_, index) => coverOf(`member ${index}`))
  expect(new Set(covers).size).toBe(6)
})

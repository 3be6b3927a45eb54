import { expect, it } from '@jest/globals'
import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { FoldedText } from './folded-text.tsx'

const showMore = () => screen.queryByRole('button', { name: 'Show more' })

it.each([
  ['5,000 characters without a space', 'x'.repeat(5000)],
  ['many lines', 'All the way to the mill.\n'.repeat(13)],
])('folds %s until the reader asks for more', async (_, text) => {
  render(<FoldedText text={text} />)
  await userEvent.click(showMore() as HTMLElement)
  expect(showMore()).not.toBeInTheDocument()
})

it.each([
  ['40 emoji', '🌻'.repeat(40)],
  ['Hebrew and Arabic inside English', 'He said "שלום עולם, 123!" and she said مرحبا بك (2026).'],
])('shows %s whole', (_, text) => {
  render(<FoldedText text={text} />)
  expect(screen.getByText(text)).toHaveAttribute('dir', 'auto')
  expect(showMore()).not.toBeInTheDocument()
})

it('shows a long text whole on its own page', () => {
  render(<FoldedText isWhole text={'x'.repeat(5000)} />)
  expect(showMore()).not.toBeInTheDocument()
})

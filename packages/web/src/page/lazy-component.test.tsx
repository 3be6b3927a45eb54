import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals'
import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { LazyComponent } from './lazy-component.tsx'

const Greeting = ({ name }: { name: string }) => <p>Hello, {name}</p>

function show(load: (attempt: number) => Promise<{ default: typeof Greeting }>) {
  const failed = (again: () => void) => (
    <button type="button" onClick={again}>
      Try again
    </button>
  )
  render(<LazyComponent load={load} props={{ name: 'Ann' }} fallback={<p>Soon</p>} renderError={failed} />)
}

describe('a late part', () => {
  beforeEach(() => void jest.spyOn(console, 'error').mockImplementation(() => {})) // React tells of what was caught
  afterEach(() => void jest.restoreAllMocks())

  it('shows what waits in its place, and then itself', async () => {
    show(async () => ({ default: Greeting }))
    expect(screen.getByText('Soon')).toBeVisible()
    expect(await screen.findByText('Hello, Ann')).toBeVisible()
  })

  it('that did not come is loaded again when asked', async () => {
    show(async (attempt) => {
      if (attempt === 0) throw new Error('no network')
      return { default: Greeting }
    })
    await userEvent.click(await screen.findByRole('button', { name: 'Try again' }))
    expect(await screen.findByText('Hello, Ann')).toBeVisible()
  })
})

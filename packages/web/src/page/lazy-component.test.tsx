import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals'
import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { LazyComponent } from './lazy-component.tsx'

const Greeting = ({ name }: { name: string }) => <p>Hello, {name}</p>

function show(load: (attempt: number) => Promise<{ default: typeof Greeting }>) {
  const failed = (retry: () => void) => (
    <button type="button" onClick={retry}>
      Try again
    </button>
  )
  render(<LazyComponent load={load} props={{ name: 'Ann' }} fallback={<p>Soon</p>} renderError={failed} />)
}

describe('LazyComponent', () => {
  beforeEach(() => void jest.spyOn(console, 'error').mockImplementation(() => {})) // React logs caught errors
  afterEach(() => void jest.restoreAllMocks())

  it('shows the fallback, and then the component', async () => {
    show(async () => ({ default: Greeting }))
    expect(screen.getByText('Soon')).toBeVisible()
    expect(await screen.findByText('Hello, Ann')).toBeVisible()
  })

  it('loads again on retry after a failure', async () => {
    show(async (attempt) => {
      if (attempt === 0) throw new Error('no network')
      return { default: Greeting }
    })
    await userEvent.click(await screen.findByRole('button', { name: 'Try again' }))
    expect(await screen.findByText('Hello, Ann')).toBeVisible()
  })
})

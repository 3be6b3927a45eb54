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

/** Waits for what React has scheduled. */
async function waitForTasks(): Promise<void> {
  for (let task = 0; task < 20; task += 1) await new Promise((resolve) => setTimeout(resolve))
}

describe('LazyComponent', () => {
  beforeEach(() => void jest.spyOn(console, 'error').mockImplementation(() => {})) // React logs caught errors
  afterEach(() => void jest.restoreAllMocks())

  it('shows the fallback, and then the component', async () => {
    show(async () => ({ default: Greeting }))
    expect(screen.getByText('Soon')).toBeVisible()
    expect(await screen.findByText('Hello, Ann')).toBeVisible()
  })

  it('does not hold a loaded component back, as `React.lazy` does for 300 ms after a fallback', async () => {
    const environment = globalThis as { IS_REACT_ACT_ENVIRONMENT?: boolean }
    environment.IS_REACT_ACT_ENVIRONMENT = false // React holds nothing back inside `act`
    try {
      const { promise: module, resolve: finishLoading } = Promise.withResolvers<{ default: typeof Greeting }>()
      show(() => module)
      await waitForTasks()
      expect(screen.getByText('Soon')).toBeVisible()
      finishLoading({ default: Greeting })
      await waitForTasks()
      expect(screen.getByText('Hello, Ann')).toBeVisible()
    } finally {
      environment.IS_REACT_ACT_ENVIRONMENT = true
    }
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

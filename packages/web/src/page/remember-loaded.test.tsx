import { expect, it, jest } from '@jest/globals'
import { render, screen } from '@testing-library/react'
import { LazyComponent } from './lazy-component.tsx'
import { rememberLoaded } from './remember-loaded.ts'

const Greeting = () => <p>Hello</p>
const show = (load: () => Promise<{ default: typeof Greeting }>) =>
  render(<LazyComponent load={load} props={{}} fallback={<p>Soon</p>} renderError={() => null} />)

it('renders a loaded component without its fallback', async () => {
  const load = rememberLoaded(async () => ({ default: Greeting }))
  const first = show(load)
  expect(screen.getByText('Soon')).toBeVisible()
  expect(await screen.findByText('Hello')).toBeVisible()
  first.unmount()
  show(load)
  expect(screen.getByText('Hello')).toBeVisible()
  await expect(load()).resolves.toEqual({ default: Greeting })
})

it('loads again after a failure', async () => {
  const load = jest.fn<(attempt: number) => Promise<string>>().mockRejectedValueOnce(new Error('no network'))
  load.mockResolvedValue('module')
  const loadOnce = rememberLoaded(load)
  await expect(loadOnce()).rejects.toThrow('no network')
  await expect(loadOnce(1)).resolves.toBe('module')
  await loadOnce()
  expect(load.mock.calls).toEqual([[0], [1]])
})

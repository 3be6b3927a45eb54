import { afterEach, beforeEach, expect, it, jest } from '@jest/globals'
import { ToastProvider } from '@meadow/web'
import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { LazyDialog } from './lazy-dialog.tsx'

const Panel = ({ open }: { open: boolean }) => <p>{open ? 'Open' : 'Closed'}</p>
const load = jest.fn<() => Promise<{ default: typeof Panel }>>()

function Page() {
  const [isOpen, setIsOpen] = useState(false)
  return (
    <>
      <button type="button" onClick={() => setIsOpen(!isOpen)}>
        Toggle
      </button>
      <LazyDialog isOpen={isOpen} onClose={() => setIsOpen(false)} load={load} props={{ open: isOpen }} />
    </>
  )
}

const toggle = () => userEvent.click(screen.getByRole('button', { name: 'Toggle' }))

beforeEach(() => {
  jest.spyOn(console, 'error').mockImplementation(() => undefined) // React logs caught errors
  load.mockReset().mockResolvedValue({ default: Panel })
  render(
    <ToastProvider>
      <Page />
    </ToastProvider>,
  )
})
afterEach(() => {
  jest.restoreAllMocks()
})

it('loads when it is first opened, and stays mounted', async () => {
  expect(load).not.toHaveBeenCalled()
  await toggle()
  expect(await screen.findByText('Open')).toBeVisible()
  await toggle()
  expect(screen.getByText('Closed')).toBeVisible()
})

it('says that it failed to load, and tries again when it is opened again', async () => {
  load.mockRejectedValueOnce(new Error('offline'))
  await toggle()
  expect(await screen.findByRole('alert')).toHaveTextContent("Can't reach Meadow")
  await toggle()
  expect(await screen.findByText('Open')).toBeVisible()
})

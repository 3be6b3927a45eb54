import { beforeEach, expect, it } from '@jest/globals'
import { type FakeApi, fakeApi, renderPage } from '@meadow/web/testing'
import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { ConnectionPage } from './connection-page.tsx'

let network: FakeApi
beforeEach(() => {
  localStorage.clear()
  network = fakeApi({
    'GET /health': () => ({ status: 'ok', services: {} }),
    'POST /auth/register': () => ({ ok: true }),
  })
})

const press = (name: string) => userEvent.click(screen.getByRole('button', { name }))

it('shows the result of the health check', async () => {
  renderPage(<ConnectionPage />, { signedIn: false })
  await press('Check health')
  expect(await screen.findByText('Health check successful: ok')).toBeVisible()
})

it('shows the error message of a failed check', async () => {
  network.respondWith({ 'GET /health': () => 'no network' })
  renderPage(<ConnectionPage />, { signedIn: false })
  await press('Check health')
  expect(await screen.findByText(/^Health check failed: Can't reach Meadow/)).toBeVisible()
})

it('sends a registration as a dry run', async () => {
  renderPage(<ConnectionPage />, { signedIn: false })
  await press('Test registration')
  expect(await screen.findByText('Test registration successful. No account was created.')).toBeVisible()
  expect(network.calls.map(({ body }) => body)).toEqual([expect.objectContaining({ dryRun: true })])
})

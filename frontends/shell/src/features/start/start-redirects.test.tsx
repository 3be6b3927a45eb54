import { beforeEach, expect, it } from '@jest/globals'
import { Route, Routes, useLocation, useNavigate } from '@meadow/web'
import { aMember, fakeApi, renderPage } from '@meadow/web/testing'
import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { ComposeRedirect, StartRedirect, useRememberPath } from './start-redirects.tsx'

beforeEach(() => {
  localStorage.clear()
  fakeApi({ 'GET /auth/me': () => aMember() })
})

function Pages() {
  useRememberPath()
  const { pathname, state } = useLocation()
  const navigate = useNavigate()
  return (
    <>
      <p>
        {pathname} {JSON.stringify(state)}
      </p>
      <button type="button" onClick={() => void navigate('/start')}>
        Start again
      </button>
      <Routes>
        <Route path="/start" element={<StartRedirect />} />
        <Route path="/compose" element={<ComposeRedirect />} />
      </Routes>
    </>
  )
}

it('starts at home the first time', async () => {
  renderPage(<Pages />, { path: '/start' })
  expect(await screen.findByText(/^\/home/)).toBeInTheDocument()
})

it('starts where the member was last', async () => {
  renderPage(<Pages />, { path: '/chat/kofi' })
  await userEvent.click(await screen.findByRole('button', { name: 'Start again' }))
  expect(await screen.findByText(/^\/chat\/kofi/)).toBeInTheDocument()
})

it('opens the composer', async () => {
  renderPage(<Pages />, { path: '/compose' })
  expect(await screen.findByText('/home {"compose":true}')).toBeInTheDocument()
})

import { beforeEach, expect, it, jest } from '@jest/globals'
import { type ApiResponse, pageConnectivity } from '@meadow/web'
import { aMember, type FakeApi, fakeApi, renderPage } from '@meadow/web/testing'
import { act, cleanup, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { AppRoutes } from '../../app-routes.tsx'

let network: FakeApi
beforeEach(() => {
  localStorage.clear()
  network = fakeApi({
    'GET /auth/me': () => aMember(),
    'GET /auth/oauth/connected': () => ({ providers: [], hasPassword: true }),
    'GET /auth/demo-accounts': () => ({ accounts: [] }),
    'GET /posts/notifications/unread-count': () => ({ count: 0 }),
    'POST /auth/logout': () => ({ ok: true }),
    'POST /auth/account/deactivate': () => ({ ok: true }),
    'GET /auth/data': () => ({ kinds: [{ kind: 'account', count: 1, since: '2026-03-02T12:00:00.000Z' }] }),
    'GET /auth/export': () => ({ isOffered: true, export: null }),
    'GET /users/data': () => ({ kinds: [{ kind: 'followers', count: 1_204, since: null }] }),
    'GET /posts/data': () => ({ kinds: [{ kind: 'of a newer version', count: 3, since: null }] }),
    'GET /messages/data': () => ({ kinds: [{ kind: 'messages', count: 0, since: null }] }),
    'GET /posts/notifications/data': () => ({ refuse: { status: 503, code: 'unavailable', error: 'Away' } }),
    'DELETE /auth/account': () => ({ erasesAt: '2026-04-16T12:00:00.000Z' }),
  })
  renderPage(<AppRoutes />, { path: '/settings/data' })
})

/** Returns the form with a heading. */
const findForm = async (name: string) => within(await screen.findByRole('form', { name }))

it('deletes the account with its password, says until when one can come back, and signs out', async () => {
  const form = await findForm('Delete account')
  await userEvent.click(form.getByLabelText(/^Let others keep/))
  await userEvent.type(form.getByLabelText('Your password'), 'correct horse')
  await userEvent.click(form.getByRole('button', { name: 'Delete account' }))
  expect(await screen.findByText(/^Your account will be deleted on .*2026/)).toBeVisible()
  expect(network.last('DELETE /auth/account')?.body).toEqual({ password: 'correct horse', keepMessages: true })
  await waitFor(() => expect(localStorage.getItem('token')).toBeNull())
})

it('deactivates the account with its password', async () => {
  const form = await findForm('Deactivate account')
  await userEvent.type(form.getByLabelText('Your password'), 'correct horse')
  await userEvent.click(form.getByRole('button', { name: 'Deactivate account' }))
  expect(await screen.findByText('Your account is deactivated')).toBeVisible()
  expect(network.last('POST /auth/account/deactivate')?.body).toEqual({ password: 'correct horse' })
})

it('deletes an account without a password by the code of a mail, which it exchanges once', async () => {
  cleanup()
  const error = 'Meadow is busy right now. Please try again'
  network.respondWith({
    'GET /auth/oauth/connected': () => ({ providers: [], hasPassword: false }),
    'GET /auth/mail': () => ({ delivery: 'smtp' }),
    'POST /auth/reauthenticate/code': () => ({ ok: true }),
    'POST /auth/reauthenticate': () => ({ proof: 'a proof', expiresAt: '2026-04-02T12:05:00.000Z' }),
    'DELETE /auth/account': () => ({ refuse: { status: 503, code: 'unavailable', error } }),
  })
  renderPage(<AppRoutes />, { path: '/settings/data' })
  const form = await findForm('Delete account')
  await userEvent.click(await form.findByRole('button', { name: 'Mail me a code' }))
  expect(await form.findByText('We mailed you a code. It works for 10 minutes.')).toBeVisible()
  const submit = () => userEvent.click(form.getByRole('button', { name: 'Delete account' }))
  await submit()
  expect(form.getByText('The code from our mail is required')).toBeVisible()
  await userEvent.type(form.getByLabelText('Code from our mail'), '123456')
  await submit()
  expect(await form.findByText(error)).toBeVisible()
  network.respondWith({ 'DELETE /auth/account': () => ({ erasesAt: '2026-04-16T12:00:00.000Z' }) })
  await submit()
  expect(await screen.findByText(/^Your account will be deleted on .*2026/)).toBeVisible()
  expect(network.last('POST /auth/reauthenticate')?.body).toEqual({ code: '123456' })
  expect(network.count('POST /auth/reauthenticate')).toBe(1)
  expect(network.last('DELETE /auth/account')?.body).toEqual({ proof: 'a proof', keepMessages: false })
})

it('sends nothing without a password, and stays signed in after a wrong one', async () => {
  const form = await findForm('Delete account')
  await userEvent.click(form.getByRole('button', { name: 'Delete account' }))
  expect(form.getByText('Your password is required')).toBeVisible()
  expect(network.count('DELETE /auth/account')).toBe(0)
  const error = 'This is not your current password'
  network.respondWith({ 'DELETE /auth/account': () => ({ refuse: { status: 403, code: 'wrong_password', error } }) })
  await userEvent.type(form.getByLabelText('Your password'), 'a wrong one')
  await userEvent.click(form.getByRole('button', { name: 'Delete account' }))
  expect(await form.findByText(error)).toBeVisible()
  expect(localStorage.getItem('token')).not.toBeNull()
})

it('says that it needs a connection', async () => {
  const form = await findForm('Delete account')
  const stop = pageConnectivity.start()
  const isOnline = jest.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
  act(() => void dispatchEvent(new Event('offline')))
  expect(await form.findByText("You're offline. This needs a connection.")).toBeVisible()
  expect(form.getByRole('button', { name: 'Delete account' })).toBeDisabled()
  isOnline.mockRestore()
  act(() => void dispatchEvent(new Event('online')))
  stop()
})

it('shows what each service has, and since when, also while one of them is away', async () => {
  const findService = async (name: string) => within(await screen.findByRole('region', { name }))
  expect(await (await findService('Account and sign-in')).findByText(/since .*2026/)).toBeVisible()
  expect(await (await findService('Profile and people')).findByText('1,204')).toBeVisible()
  expect(await (await findService('Posts')).findByText('of a newer version')).toBeVisible()
  const notifications = await findService('Notifications')
  network.respondWith({
    'GET /posts/notifications/data': () => ({ kinds: [{ kind: 'notifications', count: 12, since: null }] }),
  })
  await userEvent.click(await notifications.findByRole('button', { name: 'Try again' }))
  expect(await notifications.findByText('12')).toBeVisible()
})

type MemberExport = NonNullable<ApiResponse<'GET /auth/export'>['export']>
const anExport = (changes: Partial<MemberExport> = {}): MemberExport => ({
  _id: '0190b5e0-0000-7000-8000-000000000000',
  status: 'collecting',
  parts: 2,
  totalParts: 5,
  requestedAt: '2026-04-02T12:00:00.000Z',
  readyAt: null,
  expiresAt: null,
  nextAt: '2099-04-03T12:00:00.000Z',
  bytes: null,
  ...changes,
})
const findExport = async () => within(await screen.findByRole('region', { name: 'A copy of your data' }))

it('asks for a copy, shows how far it is, and downloads it when it is ready', async () => {
  const section = await findExport()
  const click = jest.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => undefined)
  const ready = { status: 'ready' as const, bytes: 2_500_000, expiresAt: '2026-04-09T12:00:00.000Z' }
  network.respondWith({
    'POST /auth/export': () => ({ export: anExport() }),
    'GET /auth/export': () => ({ isOffered: true, export: anExport(ready) }),
    'POST /auth/export/link': () => ({ url: '/api/auth/export/file?token=abc' }),
  })
  await userEvent.click(await section.findByRole('button', { name: 'Ask for a copy' }))
  expect(await section.findByText('Collecting your data: 2 of 5 parts are done.')).toBeVisible()
  expect(section.getByRole('progressbar')).toHaveAttribute('value', String(2 / 6))
  const download = await section.findByRole('button', { name: 'Download' }, { timeout: 5_000 })
  expect(section.getByText(/^Ready: 2\.5 MB/)).toBeVisible()
  expect(section.getByText(/^You can ask for a new copy from/)).toBeVisible()
  expect(section.queryByRole('button', { name: 'Ask for a new copy' })).toBeNull()
  await userEvent.click(download)
  await waitFor(() => expect(click).toHaveBeenCalledTimes(1))
  expect((click.mock.contexts[0] as HTMLAnchorElement).getAttribute('href')).toBe('/api/auth/export/file?token=abc')
  click.mockRestore()
})

it('lets a failed copy be asked for again, and says why a copy is refused', async () => {
  network.respondWith({
    'GET /auth/export': () => ({ isOffered: true, export: anExport({ status: 'failed', nextAt: null }) }),
    'POST /auth/export': () => ({ refuse: { status: 429, code: 'export_too_soon', error: 'One in 24 hours' } }),
  })
  const section = await findExport()
  await userEvent.click(await section.findByRole('button', { name: 'Try again' }))
  expect(await screen.findByText('One in 24 hours')).toBeVisible()
})

it('says where no copies are made', async () => {
  network.respondWith({ 'GET /auth/export': () => ({ isOffered: false, export: null }) })
  expect(await (await findExport()).findByText(/^This Meadow does not make copies/)).toBeVisible()
})

import { beforeEach, describe, expect, it } from '@jest/globals'
import { aMember, type FakeApi, fakeApi, renderPage } from '@meadow/web/testing'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { AppRoutes } from '../../app-routes.tsx'

const aSession = (fields: object) => ({
  _id: '01890000-0000-7000-8000-0000000000aa',
  device: 'Firefox on Linux',
  createdAt: '2026-04-01T12:00:00.000Z',
  lastUsedAt: '2026-04-02T12:00:00.000Z',
  current: false,
  ...fields,
})
const currentSession = aSession({ current: true })
const phone = aSession({ _id: '01890000-0000-7000-8000-0000000000bb', device: 'Safari on iPhone' })
const tablet = aSession({ _id: '01890000-0000-7000-8000-0000000000cc', device: 'Safari on iPad' })
const everyone = { inApp: true, push: true, from: 'everyone' } as const
const notificationSettings = {
  preferences: {
    like: everyone,
    comment: everyone,
    follow: everyone,
    mention: everyone,
    share: everyone,
    message: { push: true },
  },
  hidePushText: false,
  quietHours: {
    zone: 'UTC',
    days: { monday: [], tuesday: [], wednesday: [], thursday: [], friday: [], saturday: [], sunday: [] },
  },
}

let network: FakeApi
beforeEach(() => {
  localStorage.clear()
  network = fakeApi({
    'GET /auth/me': () => aMember(),
    'GET /auth/sessions': () => ({ sessions: [currentSession, phone, tablet] }),
    'DELETE /auth/sessions': () => ({ ok: true }),
    'DELETE /auth/sessions/:id': () => ({ ok: true }),
    'PUT /auth/password': () => ({ token: 'a-new-token', user: aMember() }),
    'GET /posts/notifications/preferences': () => notificationSettings,
    'PUT /posts/notifications/preferences': () => notificationSettings,
    'GET /posts/notifications/unread-count': () => ({ count: 0 }),
  })
})

const open = (section: string) => renderPage(<AppRoutes />, { path: `/settings/${section}` })
const lastBody = () => network.last('PUT /posts/notifications/preferences')?.body

describe('the account', () => {
  it('shows username and e-mail address', async () => {
    renderPage(<AppRoutes />, { path: '/settings' })
    expect(await screen.findByText('ann@example.org')).toBeVisible()
    expect(screen.getByText('@ann')).toBeVisible()
  })

  async function fill(current: string, next: string, confirm = next) {
    await userEvent.type(await screen.findByLabelText('Current password'), current)
    await userEvent.type(screen.getByLabelText('New password'), next)
    await userEvent.type(screen.getByLabelText('Repeat the new password'), confirm)
    await userEvent.click(screen.getByRole('button', { name: 'Change password' }))
  }

  it('changes the password and continues with a new token', async () => {
    open('account')
    await fill('the old one', 'the new one')
    expect(await screen.findByText("We've signed out your other devices.")).toBeInTheDocument()
    expect(localStorage.getItem('token')).toBe('a-new-token')
    expect(screen.getByLabelText('New password')).toHaveValue('')
  })

  it('rejects two different passwords before sending', async () => {
    open('account')
    await fill('the old one', 'the new one', 'another one')
    expect(screen.getByLabelText('Repeat the new password')).toHaveAccessibleDescription('Passwords do not match')
    expect(network.count('PUT /auth/password')).toBe(0)
  })

  it('keeps the input if the current password is wrong', async () => {
    const error = 'This is not your current password'
    network.respondWith({ 'PUT /auth/password': () => ({ refuse: { status: 403, code: 'wrong_password', error } }) })
    open('account')
    await fill('a wrong one', 'the new one')
    expect(await screen.findByText(error)).toBeVisible()
    expect(screen.getByLabelText('New password')).toHaveValue('the new one')
  })
})

describe('the devices', () => {
  it('sign out one', async () => {
    open('devices')
    await userEvent.click(await screen.findByRole('button', { name: 'Sign out Safari on iPhone' }))
    await waitFor(() => expect(screen.queryByText('Safari on iPhone')).not.toBeInTheDocument())
    expect(network.last('DELETE /auth/sessions/:id')?.path).toBe(`/auth/sessions/${phone._id}`)
    expect(screen.getByText('This device')).toBeVisible()
  })

  it('sign out all others after a confirmation', async () => {
    open('devices')
    await userEvent.click(await screen.findByRole('button', { name: 'Sign out everywhere else' }))
    expect(network.count('DELETE /auth/sessions')).toBe(0)
    const dialog = screen.getByRole('dialog', { name: 'Sign out everywhere else' })
    await userEvent.click(within(dialog).getByRole('button', { name: 'Sign out' }))
    await waitFor(() => expect(screen.queryByText('Safari on iPad')).not.toBeInTheDocument())
    expect(screen.getByText('Firefox on Linux')).toBeVisible()
  })

  it('show an error and load again on request', async () => {
    network.respondWith({ 'GET /auth/sessions': () => ({ refuse: { status: 404 } }) })
    open('devices')
    expect(await screen.findByText("Couldn't load this section. Please try again.")).toBeVisible()
    network.respondWith({ 'GET /auth/sessions': () => ({ sessions: [currentSession] }) })
    await userEvent.click(screen.getByRole('button', { name: 'Try again' }))
    expect(await screen.findByText('Firefox on Linux')).toBeVisible()
  })
})

describe('the appearance', () => {
  it('can be chosen or follow the device', async () => {
    open('appearance')
    await userEvent.click(await screen.findByRole('radio', { name: /^Dark/ }))
    expect(document.documentElement).toHaveAttribute('data-theme', 'dark')
    await userEvent.click(screen.getByRole('radio', { name: /^Same as device/ }))
    expect(document.documentElement).not.toHaveAttribute('data-theme')
    expect(localStorage.getItem('theme')).toBeNull()
  })
})

describe('the notifications', () => {
  it('can be turned off by type and limited to followed members', async () => {
    open('notifications')
    await userEvent.click(await screen.findByRole('switch', { name: 'Likes' }))
    await waitFor(() => expect(lastBody()).toEqual({ preferences: { like: { inApp: false } } }))
    await userEvent.selectOptions(screen.getByLabelText('Comments from'), 'People you follow')
    await waitFor(() => expect(lastBody()).toEqual({ preferences: { comment: { from: 'following' } } }))
  })

  it('are rolled back if saving fails', async () => {
    network.respondWith({ 'PUT /posts/notifications/preferences': () => ({ refuse: { status: 404 } }) })
    open('notifications')
    await userEvent.click(await screen.findByRole('switch', { name: 'Likes' }))
    expect(await screen.findByText("Couldn't save your change. Please try again.")).toBeInTheDocument()
    await waitFor(() => expect(screen.getByRole('switch', { name: 'Likes' })).toBeChecked())
  })
})

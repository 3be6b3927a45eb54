import { beforeEach, describe, expect, it } from '@jest/globals'
import type { PrivacySettings } from '@meadow/contracts/browser'
import { NOTIFICATION_TYPES } from '@meadow/contracts/limits'
import { AUDIENCE_FIELDS } from '@meadow/contracts/profile-fields'
import { isUndoSendOn } from '@meadow/features/undo-send'
import { areShortcutsEnabled } from '@meadow/web'
import { aMember, type FakeApi, fakeApi, renderPage } from '@meadow/web/testing'
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { AppRoutes } from '../../app-routes.tsx'
import { INITIAL_SETTINGS } from './notifications/initial-settings.ts'
import { toQuietHours } from './notifications/quiet-hours.ts'
import { aNotificationSettings } from './testing/settings-fixtures.ts'

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
let network: FakeApi
beforeEach(() => {
  localStorage.clear()
  network = fakeApi({
    'GET /auth/me': () => aMember(),
    'GET /auth/oauth': () => ({ providers: [] }),
    'GET /auth/oauth/connected': () => ({ providers: [], hasPassword: true }),
    'GET /auth/sessions': () => ({ sessions: [currentSession, phone, tablet] }),
    'DELETE /auth/sessions': () => ({ ok: true }),
    'DELETE /auth/sessions/:id': () => ({ ok: true }),
    'PUT /auth/password': () => ({ token: 'a-new-token', user: aMember() }),
    'GET /posts/notifications/preferences': () => INITIAL_SETTINGS,
    'PUT /posts/notifications/preferences': () => INITIAL_SETTINGS,
    'GET /posts/notifications/unread-count': () => ({ count: 0 }),
    'GET /users/privacy/exceptions': () => ({ exceptions: [] }),
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

  it('changes the username, and says that links to the old one still work', async () => {
    network.respondWith({ 'PUT /auth/username': () => aMember({ username: 'ann.berger' }) })
    open('account')
    const input = await screen.findByLabelText('New username')
    const submit = () => userEvent.click(screen.getByRole('button', { name: 'Change username' }))
    await userEvent.type(input, 'ANN')
    await submit()
    expect(await screen.findByText('This is your username already')).toBeVisible()
    await userEvent.type(input, '..berger')
    await submit()
    expect(network.count('PUT /auth/username')).toBe(0)
    await userEvent.clear(input)
    await userEvent.type(input, ' Ann.Berger ')
    network.respondWith({
      'PUT /auth/username': () => ({
        refuse: { status: 409, code: 'already_taken', error: 'Taken', fields: { username: 'This username is taken' } },
      }),
    })
    await submit()
    expect(await screen.findByText('This username is taken')).toBeVisible()
    network.respondWith({ 'PUT /auth/username': () => aMember({ username: 'ann.berger' }) })
    await submit()
    expect(await screen.findByText('You are now @ann.berger')).toBeVisible()
    expect(screen.getByText('@ann.berger')).toBeVisible()
    expect(network.last('PUT /auth/username')?.body).toEqual({ username: 'Ann.Berger' })
  })

  it('asks for a change of the address, and says what it waits for', async () => {
    const member = aMember({ canVerifyEmail: true, emailVerified: true })
    network.respondWith({
      'GET /auth/me': () => member,
      'GET /auth/mail': () => ({ delivery: 'smtp' }),
      'PUT /auth/email': () => {
        network.respondWith({ 'GET /auth/me': () => ({ ...member, pendingEmail: 'new@example.org' }) })
        return { ok: true }
      },
    })
    open('account')
    await userEvent.type(await screen.findByLabelText('New email address'), ' new@example.org ')
    await userEvent.type(screen.getByLabelText('Your password'), 'the old one')
    await userEvent.click(screen.getByRole('button', { name: 'Mail the link' }))
    expect(await screen.findByText(/^Waiting for new@example.org.* your current one/)).toBeVisible()
    expect(network.last('PUT /auth/email')?.body).toEqual({ email: 'new@example.org', password: 'the old one' })
  })

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
    expect(within(dialog).getByText('Your password is required')).toBeVisible()
    await userEvent.type(within(dialog).getByLabelText('Your password'), 'correct horse')
    await userEvent.click(within(dialog).getByRole('button', { name: 'Sign out' }))
    await waitFor(() => expect(screen.queryByText('Safari on iPad')).not.toBeInTheDocument())
    expect(screen.getByText('Firefox on Linux')).toBeVisible()
    expect(network.last('DELETE /auth/sessions')?.body).toEqual({ password: 'correct horse' })
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument()
  })

  it('stay if the password is wrong, which the dialog says', async () => {
    const error = 'This is not your current password'
    network.respondWith({ 'DELETE /auth/sessions': () => ({ refuse: { status: 403, code: 'wrong_password', error } }) })
    open('devices')
    await userEvent.click(await screen.findByRole('button', { name: 'Sign out everywhere else' }))
    const dialog = screen.getByRole('dialog', { name: 'Sign out everywhere else' })
    await userEvent.type(within(dialog).getByLabelText('Your password'), 'wrong horse{Enter}')
    expect(await within(dialog).findByText(error)).toBeVisible()
    expect(screen.getByText('Safari on iPad')).toBeInTheDocument()
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

  it('has a switch that turns shortcuts off', async () => {
    open('appearance')
    await userEvent.click(await screen.findByRole('switch', { name: 'Keyboard shortcuts' }))
    expect(areShortcutsEnabled()).toBe(false)
    cleanup()
    open('appearance')
    await userEvent.click(await screen.findByRole('switch', { name: 'Keyboard shortcuts', checked: false }))
    expect(areShortcutsEnabled()).toBe(true)
  })

  it('has a switch that lets messages wait for Undo', async () => {
    open('appearance')
    expect(isUndoSendOn()).toBe(false)
    await userEvent.click(await screen.findByRole('switch', { name: 'Undo send in chats' }))
    expect(isUndoSendOn()).toBe(true)
    cleanup()
    open('appearance')
    await userEvent.click(await screen.findByRole('switch', { name: 'Undo send in chats', checked: true }))
    expect(isUndoSendOn()).toBe(false)
  })
})

describe('the notifications', () => {
  const findSwitch = (name: string) => screen.findByRole('switch', { name })

  it('are turned off by type, in the app or by push, and limited to followed members', async () => {
    open('notifications')
    await userEvent.click(await findSwitch('Likes by push'))
    await waitFor(() => expect(lastBody()).toEqual({ preferences: { like: { push: false } } }))
    await userEvent.selectOptions(screen.getByLabelText('Comments from'), 'From people you follow')
    await waitFor(() => expect(lastBody()).toEqual({ preferences: { comment: { from: 'following' } } }))
    await userEvent.click(await findSwitch('Follows in the app'))
    await waitFor(() => expect(lastBody()).toEqual({ preferences: { follow: { inApp: false } } }))
    expect(await findSwitch('Likes by push')).not.toBeChecked()
  })

  it('have a row for each type', async () => {
    open('notifications')
    await findSwitch('Likes in the app')
    const rows = screen.getAllByRole('switch', { name: / in the app$/ })
    expect(rows).toHaveLength(NOTIFICATION_TYPES.length)
    await userEvent.click(await findSwitch('Shares by push'))
    await waitFor(() => expect(lastBody()).toEqual({ preferences: { share: { push: false } } }))
    await userEvent.click(await findSwitch('Mentions in the app'))
    await waitFor(() => expect(lastBody()).toEqual({ preferences: { mention: { inApp: false } } }))
  })

  it('that are not in the app are not pushed', async () => {
    open('notifications')
    await userEvent.click(await findSwitch('Likes in the app'))
    expect(await findSwitch('Likes by push')).toBeDisabled()
    expect(screen.queryByLabelText('Likes from')).not.toBeInTheDocument()
    await userEvent.click(await findSwitch('Likes in the app'))
    expect(await findSwitch('Likes by push')).toBeChecked()
  })

  it('of messages are pushed or not, with or without their text', async () => {
    open('notifications')
    await userEvent.click(await findSwitch('Hide message text'))
    await waitFor(() => expect(lastBody()).toEqual({ hidePushText: true }))
    await userEvent.click(await findSwitch('Messages by push'))
    await waitFor(() => expect(lastBody()).toEqual({ preferences: { message: { push: false } } }))
  })

  it('are rolled back if saving fails', async () => {
    network.respondWith({ 'PUT /posts/notifications/preferences': () => ({ refuse: { status: 404 } }) })
    open('notifications')
    await userEvent.click(await findSwitch('Likes in the app'))
    expect(await screen.findByText("Couldn't save your change. Please try again.")).toBeInTheDocument()
    await waitFor(async () => expect(await findSwitch('Likes in the app')).toBeChecked())
  })
})

describe('the quiet hours', () => {
  const deviceZone = Intl.DateTimeFormat().resolvedOptions().timeZone
  const night = { from: '22:00', to: '07:00' }
  const findSwitch = () => screen.findByRole('switch', { name: 'Quiet hours' })

  it('are every day the same, in the zone of the device', async () => {
    open('notifications')
    await userEvent.click(await findSwitch())
    expect(await screen.findByLabelText('From')).toHaveValue('22:00')
    await waitFor(() => expect(lastBody()).toEqual({ quietHours: toQuietHours(night, deviceZone) }))
    fireEvent.change(screen.getByLabelText('From'), { target: { value: '23:30' } })
    await waitFor(() =>
      expect(lastBody()).toEqual({ quietHours: toQuietHours({ ...night, from: '23:30' }, deviceZone) }),
    )
    await userEvent.click(await findSwitch())
    await waitFor(() => expect(lastBody()).toEqual({ quietHours: toQuietHours(undefined, deviceZone) }))
    expect(screen.queryByLabelText('From')).not.toBeInTheDocument()
  })

  it('need two different times', async () => {
    const quietHours = toQuietHours(night, deviceZone)
    network.respondWith({ 'GET /posts/notifications/preferences': () => aNotificationSettings({ quietHours }) })
    open('notifications')
    fireEvent.change(await screen.findByLabelText('To'), { target: { value: '22:00' } })
    expect(screen.getByLabelText('To')).toHaveAccessibleDescription('Choose two different times.')
    fireEvent.change(screen.getByLabelText('To'), { target: { value: '' } }) // while it is being typed
    expect(network.count('PUT /posts/notifications/preferences')).toBe(0)
  })

  it('move to the zone of the device on request', async () => {
    const quietHours = toQuietHours(night, 'America/Argentina/Buenos_Aires')
    network.respondWith({ 'GET /posts/notifications/preferences': () => aNotificationSettings({ quietHours }) })
    open('notifications')
    expect(await screen.findByText(/America\/Argentina\/Buenos Aires/)).toBeVisible()
    await userEvent.click(screen.getByRole('button', { name: /^Use the time zone of this device/ }))
    await waitFor(() => expect(lastBody()).toEqual({ quietHours: { zone: deviceZone } }))
    expect(screen.queryByText(/Buenos Aires/)).not.toBeInTheDocument()
  })
})

describe('the privacy settings', () => {
  const fields = Object.fromEntries(AUDIENCE_FIELDS.map((field) => [field, 'everyone'])) as PrivacySettings['fields']
  const settings: PrivacySettings = {
    isPrivate: false,
    isSuggested: true,
    isInDirectory: true,
    messagesFrom: 'mutuals',
    showOnline: true,
    showLastSeen: true,
    showTyping: true,
    sendReadMarks: true,
    allowRequests: true,
    fields,
  }

  it('change at once, one part at a time', async () => {
    network.respondWith({ 'GET /users/privacy': () => settings, 'PUT /users/privacy': () => settings })
    open('privacy')
    const isSuggested = await screen.findByRole('switch', { name: 'Suggest me to others' })
    await userEvent.click(isSuggested)
    expect(isSuggested).not.toBeChecked()
    await waitFor(() => expect(network.last('PUT /users/privacy')?.body).toEqual({ isSuggested: false }))
    await userEvent.selectOptions(screen.getByLabelText('Phone'), 'Only me')
    await waitFor(() => expect(network.last('PUT /users/privacy')?.body).toEqual({ fields: { phone: 'only_me' } }))
    expect(screen.getByLabelText('Phone')).toHaveValue('only_me')
    expect(screen.getByLabelText('Website')).toHaveValue('everyone')
    expect(isSuggested).not.toBeChecked()
    await userEvent.selectOptions(screen.getByLabelText('Who can start a chat with you'), 'People I follow')
    await waitFor(() => expect(network.last('PUT /users/privacy')?.body).toEqual({ messagesFrom: 'following' }))
    await userEvent.click(screen.getByRole('switch', { name: 'Let others send me a message request' }))
    await waitFor(() => expect(network.last('PUT /users/privacy')?.body).toEqual({ allowRequests: false }))
  })

  it('have exceptions for people, which are listed with what each person sees, and can be removed', async () => {
    const kofi = {
      ...aMember(),
      _id: '01890000-0000-7000-8000-0000000000dd',
      username: 'kofi',
      fullName: 'Kofi Mensah',
    }
    const none = { showOnline: null, showLastSeen: null, showTyping: null, sendReadMarks: null }
    network.respondWith({
      'GET /users/privacy': () => settings,
      'GET /users/privacy/exceptions': () => ({
        exceptions: [{ ...kofi, exception: { ...none, showOnline: false, showTyping: true } }],
      }),
      'PUT /users/:id/privacy': () => ({ user: kofi, exception: none }),
    })
    open('privacy')
    const remove = await screen.findByRole('button', { name: 'Remove the exception for Kofi Mensah' })
    expect(screen.getByText('Never sees when you are online')).toBeVisible()
    expect(screen.getByText('Always sees when you are typing')).toBeVisible()
    expect(screen.queryByText(/what you have read/)).not.toBeInTheDocument()
    await userEvent.click(remove)
    await waitFor(() => expect(network.last('PUT /users/:id/privacy')?.body).toEqual(none))
    expect(await screen.findByText("You haven't made any exceptions.")).toBeVisible()
  })

  it('show the stored settings again if a change fails', async () => {
    network.respondWith({
      'GET /users/privacy': () => settings,
      'PUT /users/privacy': () => ({ refuse: { status: 400 } }),
    })
    open('privacy')
    const isInDirectory = await screen.findByRole('switch', { name: 'Show me in search and in the list of people' })
    await userEvent.click(isInDirectory)
    expect(await screen.findByText("Couldn't save your change. Please try again.")).toBeInTheDocument()
    await waitFor(() => expect(isInDirectory).toBeChecked())
  })
})

describe('follow requests', () => {
  const aRequest = (username: string, fullName: string) => ({
    ...aMember(),
    _id: `01890000-0000-7000-8000-0000000${username === 'kofi' ? '000dd' : '000ee'}`,
    username,
    fullName,
  })
  const page = (requests: ReturnType<typeof aRequest>[]) => ({
    requests,
    total: requests.length,
    hasMore: false,
    nextCursor: null,
  })

  it('are listed with their number, and leave the list when they are answered', async () => {
    network.respondWith({
      'GET /users/requests': () => page([aRequest('kofi', 'Kofi Mensah'), aRequest('mia', 'Mia Lund')]),
      'POST /users/requests/:id': ({ body }) => ({
        isAccepted: (body as { accept: boolean }).accept,
        followerCount: 1,
      }),
    })
    open('requests')
    expect(await screen.findByText('2 people are waiting')).toBeVisible()
    network.respondWith({ 'GET /users/requests': () => page([]) })
    await userEvent.click(screen.getByRole('button', { name: 'Accept Kofi Mensah' }))
    expect(await screen.findByText('1 person is waiting')).toBeVisible()
    await waitFor(() => expect(network.last('POST /users/requests/:id')?.body).toEqual({ accept: true }))
    await userEvent.click(screen.getByRole('button', { name: 'Decline Mia Lund' }))
    await waitFor(() => expect(network.last('POST /users/requests/:id')?.body).toEqual({ accept: false }))
    expect(await screen.findByText('Nobody is waiting for your answer.')).toBeVisible()
  })
})

describe('muted members', () => {
  it('are listed with the end of their mute, and leave the list when they are unmuted', async () => {
    const kofi = {
      ...aMember(),
      _id: '01890000-0000-7000-8000-0000000000dd',
      username: 'kofi',
      fullName: 'Kofi Mensah',
    }
    const ended = { ...kofi, _id: '01890000-0000-7000-8000-0000000000de', fullName: 'Lena Ott' }
    network.respondWith({
      'GET /users/blocked': () => ({ blocked: [], hasMore: false, nextCursor: null }),
      'GET /users/muted': () => ({
        muted: [
          { ...kofi, mutedUntil: new Date(Date.now() + 3_600_000).toISOString() },
          { ...ended, mutedUntil: new Date(Date.now() - 60_000).toISOString() },
        ],
        hasMore: false,
        nextCursor: null,
      }),
      'POST /users/:id/mute': () => ({ user: kofi, isMuted: false }),
    })
    open('blocked')
    const unmute = await screen.findByRole('button', { name: 'Unmute Kofi Mensah' })
    expect(screen.getByText(/^Muted until /)).toBeVisible()
    expect(screen.queryByText('Lena Ott')).not.toBeInTheDocument()
    await userEvent.click(unmute)
    await waitFor(() => expect(network.last('POST /users/:id/mute')?.body).toEqual({ state: false }))
    expect(await screen.findByText("You haven't muted anyone.")).toBeVisible()
    expect(screen.getByText('You unmuted @kofi')).toBeVisible()
  })
})

describe('blocked members', () => {
  it('are listed, and leave the list when they are unblocked', async () => {
    const user = {
      ...aMember(),
      _id: '01890000-0000-7000-8000-0000000000dd',
      username: 'kofi',
      fullName: 'Kofi Mensah',
    }
    network.respondWith({
      'GET /users/muted': () => ({ muted: [], hasMore: false, nextCursor: null }),
      'GET /users/blocked': () => ({ blocked: [user], hasMore: false, nextCursor: null }),
      'POST /users/:id/block': () => ({ user, isBlocked: false }),
    })
    open('blocked')
    await userEvent.click(await screen.findByRole('button', { name: 'Unblock Kofi Mensah' }))
    await waitFor(() => expect(network.last('POST /users/:id/block')?.body).toEqual({ state: false }))
    expect(await screen.findByText("You haven't blocked anyone.")).toBeVisible()
  })
})

describe('the decisions about the member', () => {
  const decision = {
    _id: '01890000-0000-7000-8000-0000000000b1',
    kind: 'post' as const,
    text: 'Cheap seeds',
    decision: 'remove' as const,
    rule: 'No advertising',
    decidedAt: '2026-05-01T13:00:00.000Z',
    appeal: null,
    canAppeal: true,
  }
  const respond = (decisions: (typeof decision | object)[]) => {
    network.respondWith({
      'GET /reports': () => ({ reports: [], hasMore: false, nextCursor: null }),
      'GET /moderation/decisions': () => ({ decisions: decisions as [], hasMore: false, nextCursor: null }),
    })
    renderPage(<AppRoutes />, { path: '/settings/reports' })
  }

  it('show what was decided and by which rule, and take one appeal', async () => {
    respond([decision])
    const heading = await screen.findByRole('heading', { name: 'Something that you wrote was removed' })
    expect(heading.closest('li')).toHaveTextContent(/Cheap seeds.*Rule: No advertising/)
    const appeal = { text: 'They are a gift', at: '2026-05-02T13:00:00.000Z', state: 'open' as const, answeredAt: null }
    const appealed = { ...decision, appeal, canAppeal: false }
    network.respondWith({
      'POST /moderation/reports/:id/appeal': () => ({ decision: appealed }),
      'GET /moderation/decisions': () => ({ decisions: [appealed], hasMore: false, nextCursor: null }),
    })
    await userEvent.click(screen.getByRole('button', { name: 'Appeal' }))
    expect(screen.getByRole('button', { name: 'Send appeal' })).toBeDisabled()
    await userEvent.type(screen.getByLabelText('Why should moderators decide otherwise?'), ' They are a gift ')
    await userEvent.click(screen.getByRole('button', { name: 'Send appeal' }))
    expect(await screen.findByText(/Moderators have not read your appeal yet/)).toBeVisible()
    expect(screen.queryByRole('button', { name: 'Appeal' })).not.toBeInTheDocument()
    expect(network.last('POST /moderation/reports/:id/appeal')).toMatchObject({
      path: `/moderation/reports/${decision._id}/appeal`,
      body: { text: 'They are a gift' },
    })
  })

  it('show the answer to an appeal', async () => {
    const appeal = { text: 'A gift', at: decision.decidedAt, state: 'accepted', answeredAt: decision.decidedAt }
    respond([{ ...decision, appeal, canAppeal: false }])
    expect(await screen.findByText(/Moderators agreed with your appeal/)).toBeVisible()
  })
})

describe('the reports', () => {
  it('show what the member reported, with the outcome and the rule', async () => {
    const report = {
      _id: '01890000-0000-7000-8000-0000000000a1',
      kind: 'post' as const,
      targetId: '01890000-0000-7000-8000-0000000000a2',
      category: 'spam' as const,
      text: 'He sells seeds',
      status: 'resolved' as const,
      createdAt: '2026-05-01T12:00:00.000Z',
      decision: 'remove' as const,
      rule: 'No advertising',
      decidedAt: '2026-05-01T13:00:00.000Z',
    }
    const open = {
      ...report,
      _id: '01890000-0000-7000-8000-0000000000a3',
      status: 'open' as const,
      decision: null,
      rule: '',
    }
    const reversed = { ...report, _id: '01890000-0000-7000-8000-0000000000a4', status: 'dismissed' as const }
    network.respondWith({
      'GET /reports': () => ({ reports: [open, report, reversed], hasMore: false, nextCursor: null }),
      'GET /moderation/decisions': () => ({ decisions: [], hasMore: false, nextCursor: null }),
    })
    renderPage(<AppRoutes />, { path: '/settings/reports' })
    const [waiting, decided, undone] = await screen.findAllByRole('heading', { name: 'A post' })
    expect(waiting?.closest('li')).toHaveTextContent('Moderators have not decided yet.')
    expect(decided?.closest('li')).toHaveTextContent(/He sells seeds.*It was removed.*Rule: No advertising/)
    expect(undone?.closest('li')).toHaveTextContent('took that back after an appeal')
  })
})

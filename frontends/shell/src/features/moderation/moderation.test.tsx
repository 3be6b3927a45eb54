import { beforeEach, expect, it } from '@jest/globals'
import type { ModerationReportView } from '@meadow/contracts/browser'
import { aMember, fakeApi, renderPage } from '@meadow/web/testing'
import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { AppRoutes } from '../../app-routes.tsx'

beforeEach(() => localStorage.clear())

const id = '01890000-0000-7000-8000-0000000000aa'
const kofi = { _id: '01890000-0000-7000-8000-0000000000bb', username: 'kofi', fullName: 'Kofi Mensah', avatar: '' }
const aReport = (fields: Partial<ModerationReportView> = {}): ModerationReportView => ({
  _id: id,
  kind: 'post',
  targetId: id,
  category: 'spam',
  text: 'He sells seeds',
  status: 'open',
  createdAt: '2026-05-01T12:00:00.000Z',
  decision: null,
  rule: '',
  decidedAt: null,
  reporter: { ...kofi, username: 'lena' },
  reported: kofi,
  evidence: { author: kofi, text: 'Cheap seeds', createdAt: '2026-05-01T11:00:00.000Z', pictures: [], context: [] },
  openReports: 2,
  note: '',
  decidedBy: null,
  ...fields,
})

const open = (role: 'member' | 'moderator' | 'admin') => {
  let reports = [aReport()]
  const network = fakeApi({
    'GET /auth/me': () => aMember({ role }),
    'GET /posts/notifications/unread-count': () => ({ count: 0 }),
    'GET /moderation/reports': () => ({ reports, hasMore: false, nextCursor: null }),
    'POST /moderation/reports/:id': () => {
      reports = []
      return { report: aReport({ status: 'resolved', decision: 'remove' }) }
    },
    'DELETE /auth/suspensions/:id': () => ({ ok: true as const }),
    'GET /auth/roles': () => ({ members: [{ ...kofi, role: 'admin' as const }] }),
    'PUT /auth/roles': () => ({ member: { ...kofi, role: 'moderator' as const } }),
  })
  renderPage(<AppRoutes />, { path: '/moderation' })
  return network
}

it('a moderator sees a report with its evidence, and removes the post by a rule', async () => {
  const network = open('moderator')
  expect(await screen.findByText('Cheap seeds')).toBeVisible()
  expect(screen.getByText('He sells seeds')).toBeVisible()
  expect(screen.getByText(/2 open reports about it/)).toBeVisible()
  expect(screen.queryByRole('tab', { name: 'Roles' })).not.toBeInTheDocument()
  await userEvent.type(screen.getByLabelText('Rule that applies'), 'No advertising')
  await userEvent.click(screen.getByRole('button', { name: 'Remove' }))
  expect(await screen.findByText('Nothing to do')).toBeVisible()
  expect(network.last('POST /moderation/reports/:id')?.body).toEqual({
    decision: 'remove',
    rule: 'No advertising',
    note: '',
  })
})

it('a moderator suspends the author for the chosen time, and ends a suspension', async () => {
  const network = open('moderator')
  await userEvent.selectOptions(await screen.findByLabelText('Length of a suspension'), 'For ever')
  await userEvent.click(screen.getByRole('button', { name: 'Suspend' }))
  await screen.findByText('Nothing to do')
  expect(network.last('POST /moderation/reports/:id')?.body).toMatchObject({ decision: 'suspend', suspendDays: null })
  const suspended = aReport({ status: 'resolved', decision: 'suspend', suspendedUntil: '2036-01-01T12:00:00.000Z' })
  network.respondWith({
    'GET /moderation/reports': () => ({ reports: [suspended], hasMore: false, nextCursor: null }),
  })
  await userEvent.selectOptions(screen.getByLabelText('Status'), 'Resolved')
  expect(await screen.findByText(/^Suspended until .*2036/)).toBeVisible()
  await userEvent.click(screen.getByRole('button', { name: 'End the suspension' }))
  await waitFor(() => expect(network.last('DELETE /auth/suspensions/:id')?.path).toContain(kofi._id))
})

it('a moderator finds what was appealed against, and takes the decision back', async () => {
  const network = open('moderator')
  await screen.findByText('Cheap seeds')
  const appeal = { text: 'They are a gift', at: '2026-05-02T12:00:00.000Z', state: 'open' as const, answeredAt: null }
  const appealed = aReport({ status: 'resolved', decision: 'warn', appeal })
  network.respondWith({
    'GET /moderation/reports': ({ query }) => ({
      reports: query.get('appeal') === 'open' ? [appealed] : [],
      hasMore: false,
      nextCursor: null,
    }),
    'POST /moderation/reports/:id/appeal/answer': () => ({ report: appealed }),
  })
  await userEvent.selectOptions(screen.getByLabelText('Status'), 'Appealed')
  expect(await screen.findByText('They are a gift')).toBeVisible()
  await userEvent.click(screen.getByRole('button', { name: 'Take the decision back' }))
  await waitFor(() =>
    expect(network.last('POST /moderation/reports/:id/appeal/answer')?.body).toEqual({ accepts: true, note: '' }),
  )
})

it('an admin gives a role by username', async () => {
  const network = open('admin')
  await userEvent.click(await screen.findByRole('tab', { name: 'Roles' }))
  expect(await screen.findByText('Kofi Mensah')).toBeVisible()
  await userEvent.type(screen.getByLabelText('Username'), '@lena')
  await userEvent.click(screen.getByRole('button', { name: 'Save role' }))
  await waitFor(() => expect(network.last('PUT /auth/roles')?.body).toEqual({ username: 'lena', role: 'moderator' }))
})

it('an admin creates an invite, copies its link, and takes it back', async () => {
  const network = open('admin')
  const invite = {
    _id: id,
    note: 'Choir',
    maxUses: 5,
    uses: 0,
    createdBy: 'kofi',
    createdAt: '2026-05-01T12:00:00.000Z',
    expiresAt: '2026-05-08T12:00:00.000Z',
    isUsable: true,
  }
  let invites: (typeof invite)[] = [{ ...invite, _id: kofi._id, note: '', maxUses: 1, uses: 1, isUsable: false }]
  network.respondWith({
    'GET /auth/invites': () => ({ invites }),
    'GET /auth/registration': () => ({ registration: 'open' as const }),
    'POST /auth/invites': () => {
      invites = [invite, ...invites]
      return { invite, token: 'the-token' }
    },
    'DELETE /auth/invites/:id': () => {
      invites = []
      return { ok: true as const }
    },
  })
  await userEvent.click(await screen.findByRole('tab', { name: 'Invites' }))
  expect(await screen.findByText('Used up')).toBeVisible()
  expect(await screen.findByText(/Anyone can sign up here/)).toBeVisible()
  await userEvent.type(screen.getByLabelText(/^Note/), 'Choir')
  await userEvent.clear(screen.getByLabelText('People who can use it'))
  await userEvent.type(screen.getByLabelText('People who can use it'), '5')
  await userEvent.click(screen.getByRole('button', { name: 'Create invite' }))
  expect(await screen.findByLabelText('Link of the new invite')).toHaveValue(
    `${location.origin}/signup?invite=the-token`,
  )
  expect(network.last('POST /auth/invites')?.body).toEqual({ note: 'Choir', maxUses: 5, days: 7 })
  await userEvent.click(await screen.findByRole('button', { name: 'Take back: Choir' }))
  expect(await screen.findByText('There are no invites.')).toBeVisible()
})

it('an admin changes what is not allowed, and learns that somebody else did before', async () => {
  const network = open('admin')
  let refusals = { version: 3, words: ['ham'], emailDomains: [] as string[], emails: [] as string[] }
  network.respondWith({
    'GET /auth/refusals': () => refusals,
    'PUT /auth/refusals': () => ({
      refuse: { status: 409, code: 'refusals_changed', error: 'Somebody else has changed this' },
    }),
  })
  await userEvent.click(await screen.findByRole('tab', { name: 'Not allowed' }))
  const words = await screen.findByLabelText('Words and phrases')
  expect(words).toHaveValue('ham')
  await userEvent.type(words, '{Enter} buy now {Enter}')
  await userEvent.type(screen.getByLabelText('Email domains'), '@spam.example')
  await userEvent.click(screen.getByRole('button', { name: 'Save' }))
  expect(await screen.findByText(/Somebody else has changed this/)).toBeVisible()
  expect(network.last('PUT /auth/refusals')?.body).toEqual({
    version: 3,
    words: ['ham', 'buy now'],
    emailDomains: ['spam.example'],
    emails: [],
  })
  refusals = { ...refusals, version: 4, words: ['bacon'] }
  await userEvent.click(screen.getByRole('button', { name: 'Load again' }))
  await waitFor(() => expect(screen.getByLabelText('Words and phrases')).toHaveValue('bacon'))
  network.respondWith({ 'PUT /auth/refusals': () => ({ ...refusals, version: 5 }) })
  await userEvent.click(screen.getByRole('button', { name: 'Save' }))
  expect(await screen.findByText('Saved')).toBeInTheDocument()
})

it('a member without a role finds no such page', async () => {
  const network = open('member')
  expect(await screen.findByRole('heading', { level: 1 })).not.toHaveTextContent('Moderation')
  expect(network.last('GET /moderation/reports')).toBeUndefined()
})

it('a moderator takes a report, and hides its post until there is a decision', async () => {
  const network = open('moderator')
  let report = aReport()
  network.respondWith({
    'GET /moderation/reports': () => ({ reports: [report], hasMore: false, nextCursor: null }),
    'PUT /moderation/reports/:id': ({ body }) => {
      const { isHidden = false, isAssigned } = body as { isHidden?: boolean; isAssigned?: boolean }
      report = { ...report, isHidden, ...(isAssigned && { assignedTo: kofi }) }
      return { report }
    },
  })
  await userEvent.click(await screen.findByRole('button', { name: 'Take it' }))
  expect(await screen.findByText('Taken by @kofi.')).toBeVisible()
  await userEvent.click(screen.getByRole('button', { name: 'Hide until we decide' }))
  expect(await screen.findByText('Nobody sees it until there is a decision.')).toBeVisible()
  expect(network.last('PUT /moderation/reports/:id')?.body).toEqual({ isHidden: true })
  await userEvent.selectOptions(screen.getByLabelText('Taken by'), 'Me')
  await waitFor(() => expect(network.last('GET /moderation/reports')?.query.get('assigned')).toBe('me'))
  await userEvent.selectOptions(screen.getByLabelText('Status'), 'Hidden')
  await waitFor(() => expect(network.last('GET /moderation/reports')?.query.get('hidden')).toBe('yes'))
})

it('an admin reads the rule of the badge, gives it and takes it back', async () => {
  const network = open('admin')
  network.respondWith({
    'GET /moderation/badges': () => ({ members: [kofi] }),
    'PUT /moderation/badges': () => ({ member: kofi, isVerified: true }),
  })
  await userEvent.click(await screen.findByRole('tab', { name: 'Badges' }))
  expect(screen.getByText(/after you have seen proof/)).toBeVisible()
  await userEvent.click(await screen.findByRole('button', { name: 'Take back the badge of Kofi Mensah' }))
  await waitFor(() =>
    expect(network.last('PUT /moderation/badges')?.body).toEqual({ username: 'kofi', isVerified: false }),
  )
  await userEvent.type(screen.getByLabelText('Username'), '@lena')
  await userEvent.click(screen.getByRole('button', { name: 'Give the badge' }))
  await waitFor(() =>
    expect(network.last('PUT /moderation/badges')?.body).toEqual({ username: 'lena', isVerified: true }),
  )
})

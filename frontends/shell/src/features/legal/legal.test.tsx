import { expect, it } from '@jest/globals'
import { aMember, fakeApi, renderPage } from '@meadow/web/testing'
import { cleanup, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { AppRoutes } from '../../app-routes.tsx'

const ID = '0190b5e0-0000-7000-8000-000000000000'
const aVersion = (text: string, changedAt = '2026-04-02T12:00:00.000Z') => ({ _id: ID, text, changedAt })

const OTHER_ID = ID.replace(/0$/, '1')
const ADMIN = {
  'GET /auth/me': () => aMember({ role: 'admin' }),
  'GET /auth/legal/:notice': () => ({ current: aVersion('Old') }),
}

/** Begins to edit, as an admin, and writes a text in place of the published one. */
async function edit(text: string) {
  await userEvent.click(await screen.findByRole('button', { name: 'Edit' }))
  const field = await screen.findByLabelText('Text')
  await userEvent.clear(field)
  await userEvent.type(field, text)
}

const open = (calls: object, { path = '/terms', signedIn = false } = {}) => {
  const network = fakeApi({
    'GET /auth/demo-accounts': () => ({ accounts: [] }),
    'GET /posts/notifications/unread-count': () => ({ count: 0 }),
    'GET /auth/legal/:notice': () => ({ current: null }),
    'GET /auth/legal/:notice/versions': () => ({ versions: [] }),
    ...calls,
  })
  renderPage(<AppRoutes />, { path, signedIn })
  return network
}

it('shows the notice that Meadow brings to a guest, until an admin publishes another', async () => {
  open({})
  expect(await screen.findByRole('heading', { name: 'Your account' })).toBeVisible()
  expect(screen.getByText(/^Last changed on .*2026/)).toBeVisible()
  expect(screen.queryByRole('button', { name: 'Edit' })).toBeNull()
})

it('shows Markdown as elements, and runs nothing that is in it', async () => {
  const text =
    '## Hello\n\nA **strong** word, [here](https://example.org), [not](javascript:alert(1)).\n\n<b onclick="x">html</b>'
  open({ 'GET /auth/legal/:notice': () => ({ current: aVersion(text) }) })
  expect(await screen.findByRole('heading', { name: 'Hello' })).toBeVisible()
  expect(screen.getByText('strong').tagName).toBe('STRONG')
  expect(screen.getByRole('link', { name: 'here' })).toHaveAttribute('href', 'https://example.org')
  expect(screen.queryByRole('link', { name: 'not' })).toBeNull()
  expect(screen.getByText(/<b onclick/)).toBeVisible()
})

it('lets an admin publish a text, based on the version that they saw', async () => {
  const network = open(
    { ...ADMIN, 'PUT /auth/legal/:notice': () => ({ current: aVersion('## New') }) },
    { signedIn: true },
  )
  await edit('## New')
  network.respondWith({ 'GET /auth/legal/:notice': () => ({ current: aVersion('## New') }) })
  await userEvent.click(screen.getByRole('button', { name: 'Publish' }))
  await waitFor(() => expect(network.last('PUT /auth/legal/:notice')?.body).toEqual({ text: '## New', basedOn: ID }))
  expect(await screen.findByRole('heading', { name: 'New' })).toBeVisible()
})

it('shows an earlier version by its time', async () => {
  open({
    'GET /auth/legal/:notice': () => ({ current: aVersion('## Newest') }),
    'GET /auth/legal/:notice/versions': () => ({
      versions: [
        { _id: ID, changedAt: '2026-04-02T12:00:00.000Z' },
        { _id: OTHER_ID, changedAt: '2026-03-01T12:00:00.000Z' },
      ],
    }),
  })
  await userEvent.click(await screen.findByText('Other versions'))
  await userEvent.click(screen.getByRole('link', { name: /March/ }))
  expect(await screen.findByText(/^This version is from/)).toBeVisible()
  expect(screen.getByRole('link', { name: 'Show the current version' })).toHaveAttribute('href', '/terms')
  await userEvent.click(screen.getByText('Other versions'))
  await userEvent.click(screen.getByRole('link', { name: /November/ })) // the text that Meadow brings
  expect(await screen.findByRole('heading', { name: 'Your account' })).toBeVisible()
})

it('keeps what an admin typed when the text cannot be published, in the preview, and after a reload', async () => {
  const refuse = { status: 503, code: 'unavailable', error: 'Not available' }
  open({ ...ADMIN, 'PUT /auth/legal/:notice': () => ({ refuse }) }, { signedIn: true })
  await edit('Mine')
  await userEvent.click(screen.getByRole('button', { name: 'Publish' }))
  expect(await screen.findByText(/^Couldn't publish/)).toBeVisible()
  await userEvent.click(screen.getByRole('tab', { name: 'Preview' }))
  expect(await screen.findByText('Mine')).toBeVisible()
  await userEvent.click(screen.getByRole('tab', { name: 'Write' }))
  expect(screen.getByLabelText('Text')).toHaveValue('Mine')
  cleanup()
  open(ADMIN, { signedIn: true })
  await userEvent.click(await screen.findByRole('button', { name: 'Continue editing' }))
  expect(await screen.findByLabelText('Text')).toHaveValue('Mine')
  await userEvent.click(screen.getByRole('button', { name: 'Discard changes' }))
  await userEvent.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Discard changes' }))
  expect(screen.getByLabelText('Text')).toHaveValue('Old')
})

it('shows both texts when another admin has published since, and publishes only after that', async () => {
  const conflict = { status: 409, code: 'legal_notice_changed', error: 'Another admin has published this text' }
  const network = open({ ...ADMIN, 'PUT /auth/legal/:notice': () => ({ refuse: conflict }) }, { signedIn: true })
  await edit('Mine')
  network.respondWith({ 'GET /auth/legal/:notice': () => ({ current: { ...aVersion('Theirs'), _id: OTHER_ID } }) })
  await userEvent.click(screen.getByRole('button', { name: 'Publish' }))
  expect(await screen.findByLabelText('Published text')).toHaveValue('Theirs')
  expect(screen.getByLabelText('Your text')).toHaveValue('Mine')
  expect(screen.queryByRole('button', { name: 'Publish' })).toBeNull()
  await userEvent.click(screen.getByRole('button', { name: 'Keep my text' }))
  network.respondWith({ 'PUT /auth/legal/:notice': () => ({ current: aVersion('Mine') }) })
  await userEvent.click(screen.getByRole('button', { name: 'Publish' }))
  await waitFor(() =>
    expect(network.last('PUT /auth/legal/:notice')?.body).toEqual({ text: 'Mine', basedOn: OTHER_ID }),
  )
})

import { beforeEach, expect, it } from '@jest/globals'
import { aMember, type FakeApi, fakeApi, renderPage } from '@meadow/web/testing'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { AppRoutes } from '../../../app-routes.tsx'

const CODES = Array.from({ length: 10 }, (_, n) => `aaaa${n}-bbbb${n}`)
let network: FakeApi
let isOn: boolean
beforeEach(() => {
  localStorage.clear()
  isOn = false
  network = fakeApi({
    'GET /auth/me': () => aMember(),
    'GET /auth/oauth': () => ({ providers: [] }),
    'GET /auth/oauth/connected': () => ({ providers: [], hasPassword: true }),
    'GET /posts/notifications/unread-count': () => ({ count: 0 }),
    'GET /auth/totp': () => ({ isOn, recoveryCodesLeft: isOn ? 9 : 0 }),
    'POST /auth/totp': () => ({ secret: 'JBSWY3DPEHPK3PXP', uri: 'otpauth://totp/Meadow:ann?secret=JBSWY3DPEHPK3PXP' }),
    'PUT /auth/totp': () => ({ recoveryCodes: CODES }),
    'DELETE /auth/totp': () => ({ ok: true }),
    'POST /auth/recovery-codes': () => ({ recoveryCodes: CODES }),
  })
})

const open = () => renderPage(<AppRoutes />, { path: '/settings/account' })

async function prove(button: string, title: string, confirm: string) {
  await userEvent.click(await screen.findByRole('button', { name: button }))
  const dialog = within(await screen.findByRole('dialog', { name: title }))
  await userEvent.type(dialog.getByLabelText('Your password'), 'correct horse')
  await userEvent.click(dialog.getByRole('button', { name: confirm }))
}

it('is set up by a proof, the QR code or the key, and the first code; then the recovery codes are shown until they are saved', async () => {
  open()
  await prove('Set up', 'Set up an authenticator app', 'Continue')
  const setUp = within(await screen.findByRole('dialog', { name: 'Set up an authenticator app' }))
  expect(await setUp.findByRole('img', { name: 'QR code for the authenticator app' })).toBeInTheDocument()
  expect(setUp.getByText('JBSW Y3DP EHPK 3PXP')).toBeInTheDocument()
  network.respondWith({
    'PUT /auth/totp': () => ({
      refuse: { status: 403, code: 'wrong_code', error: 'This code is wrong or has expired' },
    }),
  })
  await userEvent.type(setUp.getByLabelText('Code that the app shows'), '000000{Enter}')
  expect(await setUp.findByText('This code is wrong or has expired')).toBeInTheDocument()
  network.respondWith({ 'PUT /auth/totp': () => ({ recoveryCodes: CODES }) })
  isOn = true
  await userEvent.click(setUp.getByRole('button', { name: 'Turn on' }))
  const codes = within(await screen.findByRole('dialog', { name: 'Keep your recovery codes' }))
  for (const code of CODES) expect(codes.getByText(code)).toBeInTheDocument()
  expect(codes.getByRole('button', { name: 'Done' })).toBeDisabled()
  await userEvent.click(codes.getByLabelText('I have saved these codes'))
  await userEvent.click(codes.getByRole('button', { name: 'Done' }))
  expect(await screen.findByText('On. 9 recovery codes are left.')).toBeVisible()
  expect(screen.queryByText(CODES[0] ?? '')).not.toBeInTheDocument()
  expect(network.last('POST /auth/totp')?.body).toEqual({ password: 'correct horse' })
})

it('shows new recovery codes after a proof', async () => {
  isOn = true
  open()
  await prove('New recovery codes', 'New recovery codes', 'Make new codes')
  expect(await screen.findByText(CODES[9] ?? '')).toBeInTheDocument()
  expect(network.last('POST /auth/recovery-codes')?.body).toEqual({ password: 'correct horse' })
})

it('is turned off after a proof', async () => {
  isOn = true
  open()
  await screen.findByText('On. 9 recovery codes are left.')
  network.respondWith({ 'GET /auth/totp': () => ({ isOn: false, recoveryCodesLeft: 0 }) })
  await prove('Turn off', 'Turn off the authenticator app?', 'Turn off')
  await waitFor(() => expect(screen.getByText(/^Not set up\./)).toBeVisible())
  expect(network.last('DELETE /auth/totp')?.body).toEqual({ password: 'correct horse' })
})

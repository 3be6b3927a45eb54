import { afterEach, beforeEach, expect, it, jest } from '@jest/globals'
import { fakeApi, renderPage } from '@meadow/web/testing'
import { act, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { InstallButton } from './install-button.tsx'
import { captureInstallPrompt } from './install-prompt.ts'

captureInstallPrompt()

const offerInstallation = (outcome: 'accepted' | 'dismissed') =>
  act(() => void dispatchEvent(Object.assign(new Event('beforeinstallprompt'), { prompt: async () => ({ outcome }) })))

beforeEach(() => void fakeApi())
afterEach(() => {
  jest.restoreAllMocks()
  act(() => void dispatchEvent(new Event('appinstalled')))
})

const findButton = () => screen.queryByRole('button', { name: 'Install app' })

it('is there only while the browser offers the installation', () => {
  renderPage(<InstallButton />, { signedIn: false })
  expect(findButton()).not.toBeInTheDocument()
  offerInstallation('accepted')
  expect(findButton()).toBeVisible()
  act(() => void dispatchEvent(new Event('appinstalled')))
  expect(findButton()).not.toBeInTheDocument()
})

it.each([
  ['accepted', 'Installing', 'Meadow is being added to your device.'],
  ['dismissed', 'Install canceled', 'You can install Meadow anytime from this button.'],
] as const)('says so if the prompt was %s', async (outcome, title, text) => {
  renderPage(<InstallButton />, { signedIn: false })
  offerInstallation(outcome)
  await userEvent.click(screen.getByRole('button', { name: 'Install app' }))
  expect(await screen.findByText(title)).toBeInTheDocument()
  expect(screen.getByText(text)).toBeInTheDocument()
})

it('shows three steps on an iPhone', async () => {
  jest.spyOn(navigator, 'userAgent', 'get').mockReturnValue('Mozilla/5.0 (iPhone; CPU iPhone OS 18_0)')
  renderPage(<InstallButton />, { signedIn: false })
  await userEvent.click(screen.getByRole('button', { name: 'Install app' }))
  expect(await screen.findByRole('dialog', { name: 'Install Meadow on iPhone' })).toBeVisible()
  expect(screen.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
    'Tap Share in Safari.',
    'Choose Add to Home Screen.',
    'Tap Add.',
  ])
  await userEvent.click(screen.getByRole('button', { name: 'Close' }))
  expect(screen.queryByRole('dialog')).not.toBeInTheDocument()
})

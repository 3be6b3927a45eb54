import { expect } from '@playwright/test'
import { clearStoredQueries } from '../pages/stored-queries.ts'
import type { Screen } from './screen.ts'

const NOTIFICATIONS_CALL = /\/api\/posts\/notifications\?/

const alerts: Screen = async (page, { show }) => {
  await page.goto('/alert')
  await page.getByRole('main').getByRole('listitem').first().waitFor()
  await show('alerts')
  await page.getByRole('button', { name: 'Filter' }).click()
  await page.getByText('Follows', { exact: false }).first().waitFor()
  await show('alerts-filter')
  await page.getByRole('radio', { name: /^Mentions/ }).check()
  await page.getByRole('heading', { name: 'No notifications yet' }).waitFor()
  await show('alerts-empty')
}

const alertsFailure: Screen = async (page, { show }) => {
  await page.route(NOTIFICATIONS_CALL, (route) =>
    route.fulfill({ status: 404, json: { error: 'There is nothing at this address' } }),
  )
  await page.goto('/terms')
  await clearStoredQueries(page) // otherwise the data of the earlier visit is shown
  await page.goto('/alert')
  await page.getByText('Failed to load notifications').waitFor()
  await show('alerts-failed')
}

const settings: Screen = async (page, { show }) => {
  await page.goto('/settings')
  await page.getByLabel('Current password').waitFor()
  await show('settings-account')
  await page.getByRole('button', { name: 'Change password' }).click()
  await show('settings-account-errors')
  await page.getByRole('link', { name: 'Notifications', exact: true }).click()
  await page.getByRole('switch', { name: 'Likes by push' }).waitFor()
  await show('settings-notifications')
  await page.getByRole('link', { name: 'Privacy', exact: true }).click()
  await page.getByLabel('Current city').waitFor()
  await show('settings-privacy')
  await page.getByRole('link', { name: 'Follow requests' }).click()
  await page.getByText('Nobody is waiting for your answer.').waitFor()
  await show('settings-requests')
  await page.getByRole('link', { name: 'Appearance' }).click()
  await page.getByRole('radio', { name: /^Dark/ }).waitFor()
  await show('settings-appearance')
  await page.getByRole('link', { name: 'Devices' }).click()
  await page.getByText('This device').waitFor()
  await show('settings-devices')
  await page.getByRole('link', { name: 'Blocked' }).click()
  await page.getByText("You haven't blocked anyone").waitFor()
  await show('settings-blocked-empty')
  await page.getByRole('link', { name: 'Reports' }).click()
  await page.getByText('Moderators have decided nothing about you.').waitFor()
  await show('settings-reports-empty')
  await page.getByRole('link', { name: 'My data' }).click()
  await page.getByRole('button', { name: 'Delete account' }).waitFor()
  await page.getByText('Reactions to messages').waitFor()
  await show('settings-data')
}

const connection: Screen = async (page, { show }) => {
  await page.goto('/connection')
  await page.getByRole('button', { name: 'Check health' }).click()
  await page.getByText('Health check successful: ok').waitFor()
  await show('connection')
}

const shortcuts: Screen = async (page, { show }) => {
  await page.goto('/home')
  await page.getByRole('article').first().waitFor()
  const dialog = page.getByRole('dialog', { name: 'Keyboard shortcuts' })
  await expect(async () => {
    await page.keyboard.press('?') // the shortcuts are loaded when the page is idle
    await dialog.waitFor({ timeout: 1_000 })
  }).toPass()
  await show('shortcuts')
}

export const shellScreens: Screen[] = [alerts, alertsFailure, settings, connection, shortcuts]

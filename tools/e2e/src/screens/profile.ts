import { clearStoredQueries } from '../pages/stored-queries.ts'
import type { Screen } from './screen.ts'

const profile: Screen = async (page, { partner, newMember: newcomer, show }) => {
  await page.goto(`/profile/${partner.username}`)
  await page.getByRole('article').first().waitFor()
  await show('profile')
  await page.getByRole('tab', { name: 'Media' }).click()
  await page.getByRole('tabpanel').getByRole('img').first().waitFor()
  await show('profile-media')
  await page.getByRole('tab', { name: 'Likes' }).click()
  await page.getByText(`Posts by @${partner.username} that you liked`).waitFor()
  await show('profile-likes')
  await page.goto(`/profile/${newcomer.username}?tab=media`)
  await page.getByText('No pictures or videos yet').waitFor()
  await show('profile-empty')
}

const ownProfile: Screen = async (page, { viewer, show }) => {
  await page.goto('/profile')
  await page.getByRole('article').first().waitFor()
  await show('profile-own')
  await page.getByRole('button', { name: 'Edit Profile' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Full Name').waitFor()
  await show('profile-edit')
  await dialog.getByLabel('Full Name').fill('')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await dialog.getByText('Full name is required').waitFor()
  await show('profile-edit-errors')
  await dialog.getByLabel('Full Name').fill(viewer.fullName)
  await dialog.getByLabel('Phone').scrollIntoViewIfNeeded()
  await show('profile-edit-end')
}

const problems: Screen = async (page, { show }) => {
  await page.goto('/profile/nobody.at.all')
  await page.getByRole('heading', { name: 'Profile not found' }).waitFor()
  await show('profile-not-found')
}

const failures: Screen = async (page, { partner, show }) => {
  const calls = /\/api\/auth\/(profile\/.|users)/
  await page.route(calls, (route) => route.fulfill({ status: 500, json: { error: 'Something went wrong' } }))
  await page.goto('/terms')
  await clearStoredQueries(page) // otherwise the data of the earlier visit is shown
  await page.goto(`/profile/${partner.username}`)
  await page.getByRole('heading', { name: 'Failed to load profile' }).waitFor()
  await show('profile-failed')
  await page.goto('/friends')
  await page.getByText('Failed to load people').waitFor()
  await show('friends-failed')
}

const follows: Screen = async (page, { partner, newMember: newcomer, show }) => {
  await page.goto(`/profile/${partner.username}/follow?tab=followers`)
  await page.getByRole('tabpanel').getByRole('listitem').first().waitFor()
  await show('follows')
  await page.goto(`/profile/${partner.username}/follow?tab=following`)
  await page.getByRole('tabpanel').getByRole('listitem').first().waitFor()
  await show('follows-following')
  await page.goto(`/profile/${newcomer.username}/follow?tab=followers`)
  await page.getByText('No followers yet').waitFor()
  await show('follows-empty')
}

const friends: Screen = async (page, { show }) => {
  await page.goto('/friends')
  await page.getByRole('region', { name: 'People' }).getByRole('listitem').first().waitFor()
  await show('friends')
  await page.getByLabel('Search by name or @username').fill('nobody at all')
  await page.getByText('No one found').waitFor()
  await show('friends-none')
}

export const profileScreens: Screen[] = [profile, ownProfile, problems, failures, follows, friends]

import type { Screen } from './screen.ts'
import { signInThroughForm } from './sign-in.ts'

/** The empty states of a member who has just signed up. */
const emptyStates: Screen = async (page, { newMember: newcomer, show }) => {
  await page.evaluate(() => localStorage.clear())
  await page.context().clearCookies()
  await signInThroughForm(page, newcomer)
  const welcomeKey = await page.evaluate(() => `member:${localStorage.getItem('userId')}:welcome`)
  await page.evaluate((key) => localStorage.setItem(key, 'interests'), welcomeKey) // as after a sign-up
  await page.goto('/home')
  await page.getByRole('checkbox', { name: 'Maps' }).check()
  await show('welcome-interests')
  await page.getByRole('button', { name: 'Skip' }).click()
  await page
    .getByRole('button', { name: /^Follow [A-Z]/ })
    .first()
    .waitFor()
  await show('welcome-people')
  // Not by Skip: that would end the welcome on all devices, and this member visits the screens in several windows.
  await page.evaluate((key) => localStorage.removeItem(key), welcomeKey)
  await page.goto('/home')
  await page.getByRole('button', { name: "What's on your mind?" }).waitFor()
  await show('home-new')
  await page.goto('/inbox')
  await page.getByText('No messages yet').waitFor()
  await show('inbox-empty')
  await page.goto('/alert')
  await page.getByRole('heading', { name: 'No notifications yet' }).waitFor()
  await show('alerts-new')
  await page.goto('/profile')
  await page.getByText('No posts yet').waitFor()
  await show('profile-new')
}

export const newMemberScreens: Screen[] = [emptyStates]

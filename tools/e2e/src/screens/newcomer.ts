import type { Screen } from './screen.ts'
import { signInAs } from './welcome.ts'

/** The rooms of somebody who has just come. */
const emptyRooms: Screen = async (page, { newcomer, show }) => {
  await page.evaluate(() => localStorage.clear())
  await page.context().clearCookies()
  await signInAs(page, newcomer)
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

export const newcomerScreens: Screen[] = [emptyRooms]

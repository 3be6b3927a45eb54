import type { Screen } from './screen.ts'

const deadRemote: Screen = async (page, { show }) => {
  const files = '**/mf/feed/**'
  await page.route(files, (route) => route.abort())
  await page.goto('/home')
  await page.getByRole('alert').waitFor()
  await show('dead-remote')
}

export const faultScreens: Screen[] = [deadRemote]

import { clearStoredQueries } from '../pages/stored-queries.ts'
import type { Screen, ScreenContext } from './screen.ts'

type LoadingScreen = { name: string; text: string; heldCalls: RegExp; toPath: (scene: ScreenContext) => string }

/** The screens while they load: these calls get no response. */
const LOADING_SCREENS: readonly LoadingScreen[] = [
  { name: 'home-waiting', text: 'Loading posts', heldCalls: /\/api\/posts\?/, toPath: () => '/home' },
  {
    name: 'profile-waiting',
    text: 'Loading profile',
    heldCalls: /\/api\/(auth\/profile|posts\/user)\/./,
    toPath: ({ partner }) => `/profile/${partner.username}`,
  },
  { name: 'friends-waiting', text: 'Loading people', heldCalls: /\/api\/auth\/users/, toPath: () => '/friends' },
  {
    name: 'alerts-waiting',
    text: 'Loading notifications',
    heldCalls: /\/api\/posts\/notifications\?/,
    toPath: () => '/alert',
  },
  {
    name: 'inbox-waiting',
    text: 'Loading conversations',
    heldCalls: /\/api\/messages\/conversations/,
    toPath: () => '/inbox',
  },
  {
    name: 'chat-waiting',
    text: 'Loading messages',
    heldCalls: /\/api\/messages\/[\w-]{30,}/,
    toPath: ({ partner }) => `/chat/${partner.username}`,
  },
]

const createLoadingScreen =
  ({ name, text: says, heldCalls: held, toPath: at }: LoadingScreen): Screen =>
  async (page, scene) => {
    await page.route(held, () => undefined)
    await page.goto('/terms')
    await clearStoredQueries(page) // otherwise the data of the earlier visit is shown
    await page.goto(at(scene))
    await page.getByText(says).or(page.getByLabel(says)).first().waitFor()
    await scene.show(name, held)
    await page.unroute(held)
  }

export const loadingScreens: Screen[] = LOADING_SCREENS.map(createLoadingScreen)

import type { Scene, Screen } from './screen.ts'

type Waiting = { name: string; says: string; held: RegExp; at: (scene: Scene) => string }

/** What is shown until calls are answered, which stay without an answer here. */
const WAITING: readonly Waiting[] = [
  { name: 'home-waiting', says: 'Loading posts', held: /\/api\/posts\?/, at: () => '/home' },
  {
    name: 'profile-waiting',
    says: 'Loading profile',
    held: /\/api\/(auth\/profile|posts\/user)\/./,
    at: ({ partner }) => `/profile/${partner.username}`,
  },
  { name: 'friends-waiting', says: 'Loading people', held: /\/api\/auth\/users/, at: () => '/friends' },
  {
    name: 'alerts-waiting',
    says: 'Loading notifications',
    held: /\/api\/posts\/notifications\?/,
    at: () => '/alert',
  },
  { name: 'inbox-waiting', says: 'Loading conversations', held: /\/api\/messages\/conversations/, at: () => '/inbox' },
  {
    name: 'chat-waiting',
    says: 'Loading messages',
    held: /\/api\/messages\/[\w-]{30,}/,
    at: ({ partner }) => `/chat/${partner.username}`,
  },
]

const whileWaiting =
  ({ name, says, held, at }: Waiting): Screen =>
  async (page, scene) => {
    await page.route(held, () => undefined)
    await page.goto(at(scene))
    await page.getByText(says).or(page.getByLabel(says)).first().waitFor()
    await scene.show(name, held)
    await page.unroute(held)
  }

export const waitingScreens: Screen[] = WAITING.map(whileWaiting)

import type { Page } from 'playwright-core'
import { chatScreens } from './chat.ts'
import { faultScreens } from './faults.ts'
import { feedScreens } from './feed.ts'
import { newcomerScreens } from './newcomer.ts'
import { profileScreens } from './profile.ts'
import type { Scene } from './screen.ts'
import { shellScreens } from './shell.ts'
import { watchPage } from './stillness.ts'
import { waitingScreens } from './waiting.ts'
import { welcomeScreens } from './welcome.ts'

/** Every screen of the product and its states, a file per area, in the order of a visit. */
const SCREENS = [
  ...welcomeScreens,
  ...feedScreens,
  ...profileScreens,
  ...chatScreens,
  ...shellScreens,
  ...waitingScreens,
  ...faultScreens,
  ...newcomerScreens,
]

/** Goes through all screens in one window, signed out at first; `show` gets each one when it is still. */
export async function visitScreens(page: Page, scene: Scene): Promise<void> {
  const still = watchPage(page)
  const show = async (name: string, held?: RegExp) => {
    await still(name, held)
    await scene.show(name)
  }
  for (const screen of SCREENS) await screen(page, { ...scene, show })
}

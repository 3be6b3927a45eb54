import type { Page } from '@playwright/test'
import { accountScreens } from './account.ts'
import { chatScreens } from './chat.ts'
import { faultScreens } from './faults.ts'
import { feedScreens } from './feed.ts'
import { linkPreviewScreens } from './link-previews.ts'
import { loadingScreens } from './loading.ts'
import { moderationScreens } from './moderation.ts'
import { mutingScreens } from './muting.ts'
import { createIdleWaiter } from './network-idle.ts'
import { newMemberScreens } from './new-member.ts'
import { offlineScreens } from './offline.ts'
import { postVideoScreens } from './post-videos.ts'
import { profileScreens } from './profile.ts'
import { pushScreens } from './push.ts'
import type { ScreenContext } from './screen.ts'
import { shareScreens } from './shares.ts'
import { shellScreens } from './shell.ts'
import { signInScreens } from './sign-in.ts'

/** Every screen of the product and its states, in the order of the visit. */
const ALL_SCREENS = [
  ...signInScreens,
  ...linkPreviewScreens, // before the composer has a draft with pictures
  ...postVideoScreens, // too
  ...feedScreens,
  ...shareScreens,
  ...profileScreens,
  ...chatScreens,
  ...shellScreens,
  ...accountScreens,
  ...moderationScreens,
  ...mutingScreens,
  ...pushScreens,
  ...offlineScreens,
  ...loadingScreens,
  ...faultScreens,
  ...newMemberScreens,
]

/** Opens all screens in one window, signed out at first. Calls `show` for each one when the page is idle. */
export async function visitScreens(page: Page, scene: ScreenContext): Promise<void> {
  const waitUntilIdle = createIdleWaiter(page)
  const show = async (name: string, heldCalls?: RegExp) => {
    await waitUntilIdle(name, heldCalls)
    await scene.show(name)
  }
  // several windows of one member are open at once: none shows what is typed in another
  await page.context().route(/\/api\/messages\/drafts(\/|$)/, (route) => {
    const request = route.request()
    const draft = { _id: request.url().split('/').at(-1), ...(request.method() === 'PUT' && request.postDataJSON()) }
    return route.fulfill({ json: { drafts: [], draft, ok: true } })
  })
  for (const screen of ALL_SCREENS) {
    await screen(page, { ...scene, show })
    await page.unrouteAll({ behavior: 'ignoreErrors' }) // some requests of the page may still be answered
  }
}

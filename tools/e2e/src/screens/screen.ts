import type { SampleCommunity } from '@meadow/testing/sample-community'
import type { Page } from '@playwright/test'

/** The content of the screens, and the function that receives each screen and state. */
export type ScreenContext = SampleCommunity & {
  /** Waits until the page is idle, then handles the screen. Requests that match `heldCalls` may stay pending. */
  show: (name: string, heldCalls?: RegExp) => Promise<void>
}

/** Opens a screen, by URL or from the previous one, and calls `show` for each of its states. */
export type Screen = (page: Page, scene: ScreenContext) => Promise<void>

/** The id of a post that does not exist. */
export const UNKNOWN_POST_ID = '01900000-0000-7000-8000-000000000000'

import type { Cast } from '@meadow/testing/sample-community'
import type { Page } from 'playwright-core'

/** What a visit goes to see, and what it does with each screen and state once all of it is there. */
export type Scene = Cast & {
  /** Calls whose path `held` matches may stay without an answer. */
  show: (name: string, held?: RegExp) => Promise<void>
}

/** Brings one screen up, by its address or from where the one before it left off, and shows its states. */
export type Screen = (page: Page, scene: Scene) => Promise<void>

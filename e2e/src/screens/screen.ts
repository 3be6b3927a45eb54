import type { Page } from 'playwright-core'
import type { Person } from '../members.ts'

/** What a visit goes to see, and what it does with each screen and state once all of it is there. */
export type Scene = {
  viewer: Person
  /** A post with a picture, likes and comments. */
  postId: string
  show: (name: string) => Promise<void>
}

/** Brings one screen up, by its address or from where the one before it left off, and shows its states. */
export type Screen = (page: Page, scene: Scene) => Promise<void>

import type { Page } from 'playwright-core'
import type { Person } from '../members.ts'

type Who = Pick<Person, 'username' | 'fullName'>

/** Who and what the screens show. */
export type Cast = {
  /** Whoever looks; has written, and is told of something. */
  viewer: Person
  /** Has a profile, pictures and followers, and talks with the viewer (`../talk.ts`). */
  partner: Who
  /** Follows the viewer and is followed; nothing was written yet. */
  silent: Who
  /** Has just come, and knows nobody. */
  newcomer: Person
  /** A post with a picture, likes and comments. */
  postId: string
}

/** What a visit goes to see, and what it does with each screen and state once all of it is there. */
export type Scene = Cast & {
  /** Calls whose path `held` matches may stay without an answer. */
  show: (name: string, held?: RegExp) => Promise<void>
}

/** Brings one screen up, by its address or from where the one before it left off, and shows its states. */
export type Screen = (page: Page, scene: Scene) => Promise<void>

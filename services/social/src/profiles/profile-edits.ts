import type { Edited, Said } from './edit-profile.ts'

/** Where profiles are changed. */
export type ProfileEdits = {
  /**
   * Holds the profile of a member, lets `decide` say what becomes of it, and stores that with its event in one step.
   * `decide` may be asked again after a collision. Answers whether anything changed. @throws forbidden for who is gone
   */
  change(memberId: string, decide: (said: Said) => Edited | undefined): Promise<boolean>
}

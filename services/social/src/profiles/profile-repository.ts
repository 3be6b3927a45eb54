import type { Viewer } from '@meadow/members'
import type { Profile } from './profile.ts'

/** Stores profiles. */
export type ProfileRepository = {
  /** Finds a profile by id, username or a former username, case-insensitively. Returns undefined if the viewer cannot see it. */
  find(idOrUsername: string, viewer: Viewer): Promise<Profile | undefined>
  /** Creates missing profiles. Existing profiles remain unchanged; the first entry of a member wins. */
  ensureExists(profiles: readonly { memberId: string; createdAt: Date }[]): Promise<void>
  /** Creates a profile or corrects its date of registration. */
  setRegistration(memberId: string, registeredAt: Date): Promise<void>
  /** Resets the details of a profile, and removes the follow requests of and to the member. */
  clearDetails(memberId: string): Promise<void>
}

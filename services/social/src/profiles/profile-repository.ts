import type { Viewer } from '@meadow/members'
import type { Profile } from './profile.ts'

/** Where profiles live. */
export type ProfileRepository = {
  /** A profile by the id or the username (in any case) of its member; undefined when it is not there for the viewer. */
  find(idOrUsername: string, viewer: Viewer): Promise<Profile | undefined>
  /** Makes sure that members have a profile; one that is there stays as it is. The first of a member wins. */
  ensure(newcomers: readonly { memberId: string; createdAt: Date }[]): Promise<void>
  /** Makes or corrects a profile by what auth says about the registration. */
  register(memberId: string, registeredAt: Date): Promise<void>
  /** Forgets what a member said of themselves. */
  clear(memberId: string): Promise<void>
}

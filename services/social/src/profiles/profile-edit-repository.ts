import type { EditableProfile, EditedProfile } from './edit-profile.ts'

/** Stores edits of profiles. */
export type ProfileEditRepository = {
  /**
   * Locks a member's profile, calls `decide`, and stores the edited profile with its event in one transaction. `decide` must
   * be pure, because it can be called again. Returns true if something changed. @throws forbidden if the member is not
   * active
   */
  change(memberId: string, decide: (profile: EditableProfile) => EditedProfile | undefined): Promise<boolean>
}

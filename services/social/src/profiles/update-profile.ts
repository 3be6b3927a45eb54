import type { Caller } from '@meadow/service'
import { editProfile, type ProfileEdit } from './edit-profile.ts'
import type { ProfileEditRepository } from './profile-edit-repository.ts'
import { type UpsertCallerDeps, upsertCaller } from './upsert-caller.ts'

export type UpdateProfileDeps = UpsertCallerDeps & {
  profileEdits: ProfileEditRepository
  newId: (at: Date) => string
}

/** Edits the caller's own profile and publishes the change. @throws invalid_request, forbidden */
export async function updateProfile(deps: UpdateProfileDeps, caller: Caller, edit: ProfileEdit): Promise<void> {
  await upsertCaller(deps, caller)
  const time = deps.now()
  const stamp = { id: deps.newId(time), time }
  await deps.profileEdits.change(caller.sub, (profile) => editProfile(profile, edit, stamp))
}

import { type AssertWordsAllowed, claimsToActor, type FacetDeps, readTextFacets } from '@meadow/members'
import type { Caller } from '@meadow/service'
import { editProfile, type ProfileEdit } from './edit-profile.ts'
import type { ProfileEditRepository } from './profile-edit-repository.ts'
import { type UpsertCallerDeps, upsertCaller } from './upsert-caller.ts'

export type UpdateProfileDeps = UpsertCallerDeps &
  FacetDeps & {
    profileEdits: ProfileEditRepository
    assertWordsAllowed: AssertWordsAllowed
    newId: (at: Date) => string
  }

/** Edits the caller's own profile, finds the links, mentions and tags of a new bio, and publishes the change. @throws invalid_request, words_refused, forbidden */
export async function updateProfile(deps: UpdateProfileDeps, caller: Caller, edit: ProfileEdit): Promise<void> {
  const { fullName, bio, website, location, workplace, education, hometown, currentCity } = edit
  const texts = { fullName, bio, website, location, workplace, education, hometown, currentCity }
  await deps.assertWordsAllowed(texts)
  await upsertCaller(deps, caller)
  const withFacets =
    bio === undefined ? edit : { ...edit, bioFacets: await readTextFacets(deps, bio, claimsToActor(caller)) }
  const time = deps.now()
  const stamp = { id: deps.newId(time), time }
  await deps.profileEdits.change(caller.sub, (profile) => editProfile(profile, withFacets, stamp))
}

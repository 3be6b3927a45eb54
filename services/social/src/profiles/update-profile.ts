import { type AssertWordsAllowed, callerToViewer, claimsToActor, type FacetDeps, readTextFacets } from '@meadow/members'
import { type Caller, type Throttle, withThrottle } from '@meadow/service'
import { createBioMentionsLimit, toNewMentions } from './bio-mentions.ts'
import { editProfile, type ProfileEdit, type ProfileEditWithFacets } from './edit-profile.ts'
import type { ProfileEditRepository } from './profile-edit-repository.ts'
import { type UpsertCallerDeps, upsertCaller } from './upsert-caller.ts'

export type UpdateProfileDeps = UpsertCallerDeps &
  FacetDeps & {
    profileEdits: ProfileEditRepository
    assertWordsAllowed: AssertWordsAllowed
    throttle: Throttle
    newId: (at: Date) => string
  }

/**
 * Edits the caller's own profile, finds the links, mentions and tags of a new bio, and publishes the change. A bio that is sent unchanged
 * keeps those that it has.
 * @throws invalid_request, words_refused, forbidden, too_many_requests
 */
export async function updateProfile(deps: UpdateProfileDeps, caller: Caller, edit: ProfileEdit): Promise<void> {
  const { fullName, bio, website, location, workplace, education, hometown, currentCity } = edit
  const texts = { fullName, bio, website, location, workplace, education, hometown, currentCity }
  await deps.assertWordsAllowed(texts)
  await upsertCaller(deps, caller)
  if (bio === undefined) return changeProfile(deps, caller, edit)

  const stored = await deps.profiles.find(caller.sub, callerToViewer(caller))
  const { bioFacets: before = [] } = stored?.details ?? {}
  if (bio === stored?.details.bio && before.length > 0) {
    const { bio: _, ...others } = edit // its names stay with the members whom they meant
    return changeProfile(deps, caller, others)
  }
  const bioFacets = await readTextFacets(deps, bio, claimsToActor(caller))
  const mentions = toNewMentions(bioFacets, before)
  const change = () => changeProfile(deps, caller, { ...edit, bioFacets, ...mentions })
  if (!mentions.mentionedIds) return change()
  await withThrottle(deps.throttle, createBioMentionsLimit(stored?.member, deps.now()), caller.sub, change)
}

async function changeProfile(deps: UpdateProfileDeps, caller: Caller, edit: ProfileEditWithFacets): Promise<void> {
  const time = deps.now()
  const stamp = { id: deps.newId(time), time }
  await deps.profileEdits.change(caller.sub, (profile) => editProfile(profile, edit, stamp))
}

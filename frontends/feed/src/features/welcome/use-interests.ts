import { INTERESTS } from '@meadow/contracts/limits'
import { type Interest, useProfile } from '@meadow/features'
import { useSession } from '@meadow/web'

/** Returns the stored interests of the signed-in member that this page knows; none while the profile loads. */
export function useInterests(): Interest[] {
  const { user } = useSession()
  const { data } = useProfile(user?._id ?? '')
  return INTERESTS.filter((interest) => data?.user.interests?.includes(interest))
}

import { useProfile } from '@meadow/features'
import { ApiError } from '@meadow/web'

/** Returns the member with a username. `isMissing` is true if there is no such member. */
export function useMember(username: string) {
  const { data, error, isPending, refetch } = useProfile(username)
  return {
    member: data?.user,
    isMissing: error instanceof ApiError && error.status === 404,
    isPending,
    error,
    retry: () => void refetch(),
  }
}

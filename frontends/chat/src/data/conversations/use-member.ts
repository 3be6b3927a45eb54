import { useProfile } from '@meadow/features'
import { ApiError } from '@meadow/web'

/** The member at an address; `isMissing` when there is nobody of this name. */
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

import { api, memberStorage, type QueryClient, useMutation, useQueryClient, useSession } from '@meadow/web'
import { queryKeys } from '../cache/query-keys.ts'
import { useCachedState } from '../cache/use-cached-state.ts'

const STORAGE_KEY = 'welcome'
const STEPS = ['interests', 'people'] as const
export type WelcomeStep = (typeof STEPS)[number]

const readStep = (memberId: string | undefined): WelcomeStep | null =>
  STEPS.find((step) => step === memberStorage.read(memberId, STORAGE_KEY)) ?? null

/** Moves the signed-in member to a step of the welcome. This browser remembers the step. */
export function setWelcomeStep(cache: QueryClient, memberId: string | undefined, step: WelcomeStep): void {
  memberStorage.write(memberId, STORAGE_KEY, step)
  cache.setQueryData(queryKeys.welcomeStep, step)
}

/**
 * Returns the current step of a new member's welcome on the home page; null before the first, after the last, and if the
 * member has finished the welcome on another device.
 */
export function useWelcome() {
  const cache = useQueryClient()
  const { user, setUser } = useSession()
  const step = useCachedState(queryKeys.welcomeStep, () => readStep(user?._id))
  const { mutate: store } = useMutation({ mutationFn: () => api('PUT /auth/me', { body: { isWelcomed: true } }) })
  return {
    step: user?.isWelcomed ? null : step,
    setStep: (next: WelcomeStep) => setWelcomeStep(cache, user?._id, next),
    finish: () => {
      memberStorage.remove(user?._id, STORAGE_KEY)
      cache.setQueryData(queryKeys.welcomeStep, null)
      setUser((member) => ({ ...member, isWelcomed: true }))
      store()
    },
  }
}

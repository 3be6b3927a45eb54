import { memberStorage, type QueryClient, useQueryClient } from '@meadow/web'
import { queryKeys } from '../cache/query-keys.ts'
import { useCachedState } from '../cache/use-cached-state.ts'

const STORAGE_KEY = 'welcome'
const STEPS = ['interests', 'people'] as const
export type WelcomeStep = (typeof STEPS)[number]

const readStep = (): WelcomeStep | null => STEPS.find((step) => step === memberStorage.read(STORAGE_KEY)) ?? null

/** Moves the signed-in member to a step of the welcome; `null` ends it. This browser remembers the step. */
export function setWelcomeStep(cache: QueryClient, step: WelcomeStep | null): void {
  if (step) memberStorage.write(STORAGE_KEY, step)
  else memberStorage.remove(STORAGE_KEY)
  cache.setQueryData(queryKeys.welcomeStep, step)
}

/** Returns the current step of a new member's welcome on the home page; null before the first and after the last. */
export function useWelcome() {
  const cache = useQueryClient()
  const step = useCachedState(queryKeys.welcomeStep, readStep)
  return { step, setStep: (next: WelcomeStep | null) => setWelcomeStep(cache, next) }
}

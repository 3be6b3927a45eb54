import { api, browserStorage, useQuery } from '@meadow/web'

/** 'Continue without login' is asked again after a day. */
const GUEST_HOURS = 24

/** Returns if this installation lets people read without an account; undefined until the server has said it. */
export function useGuestMode(): 'on' | 'off' | undefined {
  const { data } = useQuery({
    queryKey: ['guest-mode'],
    queryFn: ({ signal }) => api('GET /auth/guest-mode', { signal }),
  })
  return data && (data.guestMode === 'off' ? 'off' : 'on')
}

/** Remembers in this browser that its user reads without an account, for a day. */
export const becomeGuest = (): void => browserStorage.write('guest', String(Date.now()))

/** Returns true for a day after 'Continue without login'. Removes what is older, or what no clock of this device has written. */
export function isGuest(now = Date.now()): boolean {
  const ageMs = now - Number(browserStorage.read('guest') ?? Number.NaN)
  if (ageMs >= 0 && ageMs < GUEST_HOURS * 3_600_000) return true
  browserStorage.remove('guest')
  return false
}

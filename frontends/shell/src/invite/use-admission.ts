import { api, tabStorage, useLocation, useQuery } from '@meadow/web'
import { useEffect } from 'react'

/** Says if a person can sign up here: `open`, `invited`, `admin only` for the first admin, or why not; `unknown` while the server is asked. */
export type Admission = 'unknown' | 'open' | 'admin only' | 'invited' | 'closed' | 'no invite' | 'invalid invite'

/** Returns the token of the invite whose link opened this tab; undefined if there is none. */
export const readInvite = (): string | undefined => tabStorage.read('invite') ?? undefined

/** Forgets the invite, which the member has used. */
export const forgetInvite = (): void => tabStorage.remove('invite')

/**
 * Returns whether a person can sign up, before a form asks for anything. Keeps the invite in the address for this tab, which may go to
 * a provider and back, and removes it from the address bar. Opening the link does not use the invite. Where the server does not say who
 * may sign up, the form does after it was sent.
 */
export function useAdmission(): Admission {
  const { pathname, search, hash } = useLocation()
  const given = new URLSearchParams(search).get('invite')
  const invite = given ?? readInvite()
  useEffect(() => {
    if (!given) return
    tabStorage.write('invite', given)
    window.history.replaceState(window.history.state, '', pathname + hash)
  }, [given, pathname, hash])
  const { data: registration, error } = useQuery({
    queryKey: ['registration'],
    queryFn: ({ signal }) => api('GET /auth/registration', { signal }),
    staleTime: 0,
    retry: false,
  })
  const isInviteNeeded = registration?.registration === 'invite'
  const { data: check, error: checkError } = useQuery({
    queryKey: ['invite', invite],
    queryFn: ({ signal }) => api('POST /auth/invites/check', { body: { invite: invite ?? '' }, signal }),
    enabled: isInviteNeeded && invite !== undefined,
    staleTime: 0,
    retry: false,
  })
  if (!registration) return error ? 'open' : 'unknown'
  const { isAdminExpected } = registration
  if (registration.registration === 'closed') return isAdminExpected ? 'admin only' : 'closed'
  if (!isInviteNeeded) return 'open'
  if (!invite) return isAdminExpected ? 'admin only' : 'no invite'
  if (!check) return checkError ? 'open' : 'unknown'
  return check.isUsable ? 'invited' : 'invalid invite'
}

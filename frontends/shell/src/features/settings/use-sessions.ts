import type { ApiResponse } from '@meadow/web'
import { api, useMutation, useQuery, useQueryClient, useToast } from '@meadow/web'
import { t } from './texts.ts'
import type { OwnProof } from './use-connected-providers.ts'

type SessionListResponse = ApiResponse<'GET /auth/sessions'>
export type DeviceSession = SessionListResponse['sessions'][number]

export const sessionsQueryKey = ['sessions']

/** Fetches the member's sessions. */
export const useSessions = () =>
  useQuery({ queryKey: sessionsQueryKey, queryFn: ({ signal }) => api('GET /auth/sessions', { signal }) })

/** Mutations that end one other session, or all other sessions. */
export function useEndSessions() {
  const cache = useQueryClient()
  const toast = useToast()
  const filterCachedSessions = (isKept: (session: DeviceSession) => boolean) =>
    cache.setQueryData<SessionListResponse>(
      sessionsQueryKey,
      (known) => known && { sessions: known.sessions.filter(isKept) },
    )

  const endOneSession = useMutation({
    mutationFn: (id: string) => api('DELETE /auth/sessions/:id', { params: { id } }),
    onSuccess: (_, id) => filterCachedSessions(({ _id }) => _id !== id),
    onError: () => toast({ tone: 'error', title: t('settings.endFailed') }),
  })
  const endOtherSessions = useMutation({
    mutationFn: (own: OwnProof) => api('DELETE /auth/sessions', { body: own }),
    onSuccess: () => filterCachedSessions(({ current }) => current),
  })
  return { endOneSession, endOtherSessions }
}

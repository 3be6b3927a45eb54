import type { ApiResponse } from '@meadow/web'
import { api, useMutation, useQuery, useQueryClient, useToast } from '@meadow/web'
import { t } from '../../texts.ts'

type Sessions = ApiResponse<'GET /auth/sessions'>
export type DeviceSession = Sessions['sessions'][number]

export const sessionsKey = ['sessions']

/** Fetches the member's sessions. */
export const useSessions = () =>
  useQuery({ queryKey: sessionsKey, queryFn: ({ signal }) => api('GET /auth/sessions', { signal }) })

/** Mutations that end one other session, or all other sessions. */
export function useEndSessions() {
  const cache = useQueryClient()
  const toast = useToast()
  const keep = (isKept: (session: DeviceSession) => boolean) =>
    cache.setQueryData<Sessions>(sessionsKey, (known) => known && { sessions: known.sessions.filter(isKept) })
  const onError = () => toast({ tone: 'error', title: t('settings.endFailed') })

  const one = useMutation({
    mutationFn: (id: string) => api('DELETE /auth/sessions/:id', { params: { id } }),
    onSuccess: (_, id) => keep(({ _id }) => _id !== id),
    onError,
  })
  const others = useMutation({
    mutationFn: () => api('DELETE /auth/sessions'),
    onSuccess: () => keep(({ current }) => current),
    onError,
  })
  return { one, others }
}

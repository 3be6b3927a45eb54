import type { NotificationPreferences, NotificationType } from '@meadow/contracts'
import { api, useMutation, useQuery, useQueryClient, useToast } from '@meadow/web'
import { t } from '../../texts.ts'

type Answer = { preferences: NotificationPreferences }
type Change = { type: NotificationType; to: Partial<NotificationPreferences[NotificationType]> }

const key = ['notification-preferences']

/** Fetches the notification preferences. */
export const useNotificationPreferences = () =>
  useQuery({
    queryKey: key,
    queryFn: ({ signal }) => api('GET /posts/notifications/preferences', { signal }),
  })

/** Mutation that changes the preference of one type: optimistic, refetched on failure. */
export function useUpdateNotificationPreference() {
  const cache = useQueryClient()
  const toast = useToast()
  return useMutation({
    scope: { id: 'notification-preferences' }, // runs in series, in the order of the clicks
    mutationFn: ({ type, to }: Change) =>
      api('PUT /posts/notifications/preferences', { body: { preferences: { [type]: to } } }),
    onMutate: ({ type, to }) =>
      cache.setQueryData<Answer>(
        key,
        (known) => known && { preferences: { ...known.preferences, [type]: { ...known.preferences[type], ...to } } },
      ),
    onError: () => {
      toast({ tone: 'error', title: t('settings.saveFailed') })
      void cache.invalidateQueries({ queryKey: key })
    },
  })
}

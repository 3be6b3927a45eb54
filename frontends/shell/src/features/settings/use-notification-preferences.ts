import type { NotificationPreferences, NotificationSettings, NotificationType } from '@meadow/contracts/browser'
import { api, useMutation, useQuery, useQueryClient, useToast } from '@meadow/web'
import { t } from './texts.ts'

type PreferenceChange = { type: NotificationType; changes: Partial<NotificationPreferences[NotificationType]> }

const preferencesQueryKey = ['notification-preferences']

/** Fetches the notification preferences. */
export const useNotificationPreferences = () =>
  useQuery({
    queryKey: preferencesQueryKey,
    queryFn: ({ signal }) => api('GET /posts/notifications/preferences', { signal }),
  })

/** Mutation that changes the preference of one type: optimistic, refetched on failure. */
export function useUpdateNotificationPreference() {
  const cache = useQueryClient()
  const toast = useToast()
  return useMutation({
    scope: { id: 'notification-preferences' }, // runs in series, in the order of the clicks
    mutationFn: ({ type, changes }: PreferenceChange) =>
      api('PUT /posts/notifications/preferences', { body: { preferences: { [type]: changes } } }),
    onMutate: ({ type, changes }) =>
      cache.setQueryData<NotificationSettings>(
        preferencesQueryKey,
        (known) =>
          known && {
            ...known,
            preferences: { ...known.preferences, [type]: { ...known.preferences[type], ...changes } },
          },
      ),
    onError: () => {
      toast({ tone: 'error', title: t('settings.saveFailed') })
      void cache.invalidateQueries({ queryKey: preferencesQueryKey })
    },
  })
}

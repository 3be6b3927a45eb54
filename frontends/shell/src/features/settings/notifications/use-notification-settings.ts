import { api, useMutation, useQuery, useQueryClient, useToast } from '@meadow/web'
import { t } from '../texts.ts'
import {
  applySettingsChange,
  type NotificationSettingsChange,
  type NotificationSettingsResponse,
} from './apply-settings-change.ts'

const settingsQueryKey = ['notification-settings']

/** Fetches the notification settings. */
export const useNotificationSettings = () =>
  useQuery({
    queryKey: settingsQueryKey,
    queryFn: ({ signal }) => api('GET /posts/notifications/preferences', { signal }),
  })

/** Returns a function that changes any part of the settings: optimistic, refetched on failure. */
export function useChangeNotificationSettings(): (change: NotificationSettingsChange) => void {
  const cache = useQueryClient()
  const toast = useToast()
  const { mutate } = useMutation({
    scope: { id: 'notification-settings' }, // runs in series, in the order of the clicks
    mutationFn: (change: NotificationSettingsChange) => api('PUT /posts/notifications/preferences', { body: change }),
    onMutate: (change) =>
      cache.setQueryData<NotificationSettingsResponse>(
        settingsQueryKey,
        (known) => known && applySettingsChange(known, change),
      ),
    onError: () => {
      toast({ tone: 'error', title: t('settings.saveFailed') })
      void cache.invalidateQueries({ queryKey: settingsQueryKey })
    },
  })
  return mutate
}

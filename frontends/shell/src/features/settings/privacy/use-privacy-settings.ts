import type { PrivacyChange, PrivacySettings } from '@meadow/contracts/browser'
import { api, useMutation, useQuery, useQueryClient, useToast } from '@meadow/web'
import { t } from '../texts.ts'

const privacyQueryKey = ['privacy']

/** Fetches the privacy settings. */
export const usePrivacySettings = () =>
  useQuery({ queryKey: privacyQueryKey, queryFn: ({ signal }) => api('GET /users/privacy', { signal }) })

/** Returns a function that changes any part of the settings: optimistic, refetched on failure. */
export function useChangePrivacy(): (change: PrivacyChange) => void {
  const cache = useQueryClient()
  const toast = useToast()
  const { mutate } = useMutation({
    scope: { id: 'privacy' }, // runs in series, in the order of the clicks
    mutationFn: (change: PrivacyChange) => api('PUT /users/privacy', { body: change }),
    onMutate: (change) =>
      cache.setQueryData<PrivacySettings>(
        privacyQueryKey,
        (known) => known && ({ ...known, ...change, fields: { ...known.fields, ...change.fields } } as PrivacySettings),
      ),
    onError: () => {
      toast({ tone: 'error', title: t('settings.saveFailed') })
      void cache.invalidateQueries({ queryKey: privacyQueryKey })
    },
  })
  return mutate
}

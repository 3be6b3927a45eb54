import { api, type QueryClient, useQuery, useQueryClient } from '@meadow/web'
import { useEffect, useEffectEvent } from 'react'
import type { PushServerState, PushState } from '../doctor/diagnose-push.ts'
import { pushChoice } from './push-choice.ts'
import { type PushDevice, readPushDevice } from './push-device.ts'

const DEVICE_QUERY_KEY = ['push', 'device']
const SERVER_QUERY_KEY = ['push', 'server']

/** Reads what push needs in this browser and on the server. Undefined until this browser is known. Follows changes. */
export function usePushState(): PushState | undefined {
  const cache = useQueryClient()
  const { data: device } = useQuery({ queryKey: DEVICE_QUERY_KEY, queryFn: readDeviceState, staleTime: 0 })
  const { data, error } = useQuery({
    queryKey: SERVER_QUERY_KEY,
    queryFn: ({ signal }) => api('GET /push/config', { signal }),
    staleTime: 0,
  })
  useChangesOfPermission(() => refetchPushState(cache))
  if (!device) return undefined
  const server: PushServerState = error ? 'unreachable' : (data ?? 'unknown')
  return { ...device, server }
}

const readDeviceState = async (): Promise<PushDevice & { isTurnedOff: boolean }> => ({
  ...(await readPushDevice()),
  isTurnedOff: pushChoice.isTurnedOff(),
})

export function refetchPushState(cache: QueryClient): Promise<void> {
  return cache.invalidateQueries({ queryKey: ['push'] })
}

/** The member changes the permission in the browser's settings, and comes back. */
function useChangesOfPermission(handle: () => void): void {
  const handleChange = useEffectEvent(handle)
  useEffect(() => {
    const onVisible = () => {
      if (document.visibilityState === 'visible') handleChange()
    }
    document.addEventListener('visibilitychange', onVisible)
    return () => document.removeEventListener('visibilitychange', onVisible)
  }, [])
}

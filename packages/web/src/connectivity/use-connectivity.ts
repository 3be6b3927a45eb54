import { useSyncExternalStore } from 'react'
import type { ConnectivityStatus } from './connectivity.ts'
import { pageConnectivity } from './page-connectivity.ts'

/** Returns whether the server can be reached. */
export const useConnectivity = (): ConnectivityStatus =>
  useSyncExternalStore(pageConnectivity.subscribe, pageConnectivity.readStatus)

export type PushRepairState = {
  isSignedIn: boolean
  /** True if the member turned push off on this device. */
  isTurnedOff: boolean
  permission: NotificationPermission
  subscription: { publicKey: string } | null
  /** The current VAPID key of the server; undefined while it is not known. */
  serverKey: string | undefined
}

/** `register` tells the server again which subscription belongs to this session. */
export type PushRepair = 'nothing' | 'subscribe' | 'replace' | 'register' | 'unsubscribe'

/** Decides at each start what makes push work, or ends it. */
export function decidePushRepair(state: PushRepairState): PushRepair {
  const { isSignedIn, isTurnedOff, permission, subscription, serverKey } = state
  if (!isSignedIn || isTurnedOff) return subscription ? 'unsubscribe' : 'nothing'
  if (permission !== 'granted' || serverKey === undefined) return 'nothing'
  if (!subscription) return 'subscribe'
  return subscription.publicKey === serverKey ? 'register' : 'replace'
}

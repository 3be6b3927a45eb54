import { api, useQueryClient, useSession } from '@meadow/web'
import { useEffect } from 'react'
import { pushChoice } from '../device/push-choice.ts'
import { readPushDevice, unsubscribeDevice } from '../device/push-device.ts'
import { registerDevice } from '../device/register-device.ts'
import { refetchPushState } from '../device/use-push-state.ts'
import { decidePushRepair } from '../repair/decide-push-repair.ts'

/** Repairs push at each start and sign-in, and ends it at sign-out. Asks the member nothing. */
export function usePushRepair(): void {
  const cache = useQueryClient()
  const { status, user } = useSession()
  const memberId = user?._id
  useEffect(() => {
    if (status === 'loading') return
    repairPush(memberId !== undefined)
      .then(() => refetchPushState(cache))
      .catch(() => undefined) // no network, or the browser refuses: the next start tries again
  }, [status, memberId, cache])
}

async function repairPush(isSignedIn: boolean): Promise<void> {
  const { permission, subscription } = await readPushDevice()
  const needsKey = isSignedIn && permission === 'granted' && !pushChoice.isTurnedOff()
  const serverKey = needsKey ? (await api('GET /push/config')).publicKey : undefined
  const isTurnedOff = pushChoice.isTurnedOff()
  const repair = decidePushRepair({ isSignedIn, isTurnedOff, permission, subscription, serverKey })
  if (repair === 'nothing') return
  if (repair === 'unsubscribe' || serverKey === undefined) return unsubscribeDevice()
  await registerDevice(serverKey)
}

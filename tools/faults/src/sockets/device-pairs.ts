import type { Stack } from '@meadow/testing/stack'
import type { UnderLoad } from '../under-load.ts'
import { openSocketDevice, type SocketDevice, waitUntilConnected } from './device.ts'

/** Opens two devices for each member, which begin at different gateways. */
export async function openDevicePairs(
  stack: Pick<Stack, 'urls'>,
  { workers, client: { tokens } }: Pick<UnderLoad, 'workers' | 'client'>,
  open: DisposableStack,
): Promise<SocketDevice[]> {
  const devices = workers.flatMap((worker) =>
    stack.urls.map((_, first) => open.use(openSocketDevice(worker, { urls: stack.urls, first, tokens }))),
  )
  await waitUntilConnected(devices)
  return devices
}

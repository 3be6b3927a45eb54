import { calls } from '@meadow/contracts'
import { type CallRoute, serve } from '@meadow/service'
import type { KeyRing } from './key-ring.ts'

export const createKeyRoutes = ({ keys }: { keys: KeyRing }): CallRoute[] => [
  serve(calls.jwks, async () => ({ keys: await keys.listPublicJwks() })),
]

import { calls } from '@meadow/contracts'
import { type Served, serve } from '@meadow/service'
import type { KeyRing } from './key-ring.ts'

export const keyCalls = ({ keys }: { keys: KeyRing }): Served[] => [
  serve(calls.jwks, async () => ({ keys: keys.published })),
]

import type { Logger } from '@meadow/service'
import { openPostgresSharedState } from './postgres-shared-state.ts'
import type { SharedState } from './shared-state.ts'

/** Opens the shared state of `url`; its scheme chooses the engine. It connects at its first use, so it may be away now. */
export async function openSharedState(url: string, options: { now: () => Date; log?: Logger }): Promise<SharedState> {
  const { protocol } = new URL(url)
  if (protocol === 'postgres:' || protocol === 'postgresql:') return openPostgresSharedState(url, options)
  if (protocol === 'redis:' || protocol === 'rediss:') {
    const { openRedisSharedState } = await import('./redis-shared-state.ts') // loaded only if Redis is used
    return openRedisSharedState(url, options)
  }
  throw new Error(`No shared state for ${protocol}`)
}

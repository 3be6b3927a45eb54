import { openPostgresSharedState } from './postgres-shared-state.ts'
import { isRedisUrl } from './redis-address.ts'
import type { SharedState, SharedStateOptions } from './shared-state.ts'

/** Opens the shared state of `url`; its scheme chooses the engine. It connects at its first use, so it may be away now. */
export async function openSharedState(url: string, options: SharedStateOptions): Promise<SharedState> {
  if (/^postgres(?:ql)?:/.test(url)) return openPostgresSharedState(url, options)
  if (isRedisUrl(url)) {
    const { openRedisSharedState } = await import('./redis-shared-state.ts') // loaded only if Redis is used
    return openRedisSharedState(url, options)
  }
  throw new Error(`No shared state for ${url.split(':', 1)}:`)
}

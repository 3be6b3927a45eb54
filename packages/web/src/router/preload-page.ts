import type { SessionUser } from '@meadow/contracts/browser'
import type { QueryClient } from '@tanstack/react-query'

/** Fetches the first data of the page at `pathname` into the cache, with one call at most. It may fail: the page tries again. */
export type PreloadPage = (pathname: string, context: PreloadContext) => Promise<unknown>

export type PreloadContext = { cache: QueryClient; user: SessionUser }

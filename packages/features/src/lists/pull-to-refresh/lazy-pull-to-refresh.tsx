import { IdleComponent, rememberLoaded } from '@meadow/web'
import type { PullToRefreshProps } from './pull-to-refresh.tsx'

const load = rememberLoaded(async () => ({ default: (await import('./pull-to-refresh.tsx')).PullToRefresh }))

/** `PullToRefresh`, whose code is loaded when the page is idle. */
export const LazyPullToRefresh = (props: PullToRefreshProps) => <IdleComponent load={load} props={props} />

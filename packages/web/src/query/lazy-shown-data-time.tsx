import { LazyComponent } from '../page/lazy-component.tsx'
import { rememberLoaded } from '../page/remember-loaded.ts'
import type { ShownDataTimeProps } from './shown-data-time.tsx'

const load = rememberLoaded(() => import('./shown-data-time.tsx'))

/** Loads the code of `LazyShownDataTime`, so that it is there when the network goes. */
export const preloadShownDataTime = (): Promise<unknown> => load(0)

/** `ShownDataTime`, which is not part of the first download: only pages without a connection show it. */
export const LazyShownDataTime = (props: ShownDataTimeProps) => (
  <LazyComponent load={load} props={props} fallback={null} renderError={() => null} />
)

import { type ComponentType, lazy, type ReactNode, Suspense, useState } from 'react'
import { ErrorBoundary } from './error-boundary.tsx'

type LazyComponentProps<Props extends object> = {
  /** Loads the component; `attempt` counts the retries from 0. A new function takes effect at the next attempt. */
  load: (attempt: number) => Promise<{ default: ComponentType<Props> }>
  props: Props
  /** Shown while the component loads. */
  fallback: ReactNode
  /** Renders an error in its place after loading or rendering has failed. */
  renderError: (retry: () => void) => ReactNode
}

/** Loads a component with `React.lazy`, and can retry after a failure. */
export function LazyComponent<Props extends object>({ load, props, fallback, renderError }: LazyComponentProps<Props>) {
  // One lazy component per attempt, because React caches a failed one forever.
  const createAttempt = (attempt: number) => ({ attempt, Component: lazy(() => load(attempt)) })
  const [{ attempt, Component }, setCurrent] = useState(() => createAttempt(0))
  return (
    <ErrorBoundary key={attempt} fallback={() => renderError(() => setCurrent(createAttempt(attempt + 1)))}>
      <Suspense fallback={fallback}>
        <Component {...props} />
      </Suspense>
    </ErrorBoundary>
  )
}

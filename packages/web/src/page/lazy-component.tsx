import { type ComponentType, lazy, type ReactNode, Suspense, useState } from 'react'
import { ErrorBoundary } from './error-boundary.tsx'

type LazyComponentProps<Props extends object> = {
  /** Loads it; a later `attempt` is one after a failure. Which function it is matters only when an attempt begins. */
  load: (attempt: number) => Promise<{ default: ComponentType<Props> }>
  props: Props
  /** While it is on its way. */
  fallback: ReactNode
  /** In its place when it did not come, or broke. */
  renderError: (again: () => void) => ReactNode
}

/** A part of a page that is loaded when it is wanted. */
export function LazyComponent<Props extends object>({
  load,
  props,
  fallback,
  renderError,
}: LazyComponentProps<Props>) {
  // One lazy component per attempt: React remembers a failed one for ever.
  const begin = (attempt: number) => ({ attempt, Part: lazy(() => load(attempt)) })
  const [{ attempt, Part }, setCurrent] = useState(() => begin(0))
  return (
    <ErrorBoundary key={attempt} fallback={() => renderError(() => setCurrent(begin(attempt + 1)))}>
      <Suspense fallback={fallback}>
        <Part {...props} />
      </Suspense>
    </ErrorBoundary>
  )
}

import { type ComponentType, type ReactNode, useEffect, useState } from 'react'
import { ErrorBoundary } from './error-boundary.tsx'

type LoadComponent<Props extends object> = (attempt: number) => Promise<{ default: ComponentType<Props> }>

export type LazyComponentProps<Props extends object> = {
  /** Loads the component; `attempt` counts the retries from 0. A new function takes effect at the next attempt. */
  load: LoadComponent<Props>
  props: Props
  /** Shown while the component loads. */
  fallback: ReactNode
  /** Renders an error in its place after loading or rendering has failed. */
  renderError: (retry: () => void) => ReactNode
}

/**
 * Loads a component, and can retry after a failure. Unlike `React.lazy`, which shows a fallback for at least 300 ms, it shows
 * the component as soon as it has loaded.
 */
export function LazyComponent<Props extends object>({ renderError, ...attemptProps }: LazyComponentProps<Props>) {
  const [attempt, setAttempt] = useState(0)
  return (
    <ErrorBoundary key={attempt} fallback={() => renderError(() => setAttempt(attempt + 1))}>
      <LoadAttempt {...attemptProps} attempt={attempt} />
    </ErrorBoundary>
  )
}

type LoadAttemptProps<Props extends object> = Omit<LazyComponentProps<Props>, 'renderError'> & { attempt: number }
type LoadResult<Props extends object> = { Component: ComponentType<Props> } | { error: unknown }

function LoadAttempt<Props extends object>({ load, attempt, props, fallback }: LoadAttemptProps<Props>) {
  const [loading] = useState(() => startLoading(load, attempt))
  const [result, setResult] = useState(loading.resultAtOnce)
  useEffect(() => {
    let isUnmounted = false
    void loading.finished.then((finished) => {
      if (!isUnmounted) setResult(finished)
    })
    return () => {
      isUnmounted = true
    }
  }, [loading])
  if (!result) return fallback
  if ('error' in result) throw result.error
  return <result.Component {...props} />
}

/** `resultAtOnce` is undefined unless the component was loaded before (`rememberLoaded`). */
function startLoading<Props extends object>(load: LoadComponent<Props>, attempt: number) {
  let resultAtOnce: LoadResult<Props> | undefined
  const finished: Promise<LoadResult<Props>> = load(attempt).then(
    ({ default: Component }) => {
      resultAtOnce = { Component }
      return resultAtOnce
    },
    (error: unknown) => ({ error }),
  )
  return { resultAtOnce, finished }
}

import { useState } from 'react'
import { LazyComponent, type LazyComponentProps } from './lazy-component.tsx'
import { useWhenIdle } from './use-when-idle.ts'

type IdleComponentProps<Props extends object> = Pick<LazyComponentProps<Props>, 'load' | 'props'>

/** Loads a component when the page is idle: it is not part of the first download. Shows nothing before, and if it fails. */
export function IdleComponent<Props extends object>({ load, props }: IdleComponentProps<Props>) {
  const [isIdle, setIsIdle] = useState(false)
  useWhenIdle(() => setIsIdle(true))
  return isIdle && <LazyComponent load={load} props={props} fallback={null} renderError={() => null} />
}

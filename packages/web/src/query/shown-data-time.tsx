import type { ReactNode } from 'react'
import { useShownDataTime } from './use-shown-data-time.ts'

export type ShownDataTimeProps = {
  /** Receives the time in epoch ms. */
  children: (timeMs: number) => ReactNode
}

/** Renders its children with the time of the oldest page content on the screen; nothing if there is none. */
export default function ShownDataTime({ children }: ShownDataTimeProps): ReactNode {
  const timeMs = useShownDataTime()
  return timeMs !== undefined && children(timeMs)
}

import { LazyComponent, useWhenIdle } from '@meadow/web'
import { useState } from 'react'
import { loadNamedExport } from '../../lazy-page/load-named-export.ts'

const loadUpdateBar = loadNamedExport(() => import('./update-bar.tsx'), 'UpdateBar')

/** Registers the service worker and looks after updates, as soon as the page is idle. */
export function AppUpdates() {
  const [isIdle, setIsIdle] = useState(false)
  useWhenIdle(() => setIsIdle(true))
  if (!isIdle) return null
  return <LazyComponent load={loadUpdateBar} props={{}} fallback={null} renderError={() => null} />
}

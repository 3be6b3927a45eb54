import { LazyComponent, useWhenIdle } from '@meadow/web'
import { useState } from 'react'
import { loadNamedExport } from '../../../lazy-page/load-named-export.ts'
import { readPushEnvironment } from '../device/push-environment.ts'

const loadPushAgent = loadNamedExport(() => import('./push-agent.tsx'), 'PushAgent')

/** Loads what looks after push when the page is idle, in browsers that have push. */
export function LazyPushAgent() {
  const [isDue, setIsDue] = useState(false)
  useWhenIdle(() => setIsDue(readPushEnvironment().isSupported))
  if (!isDue) return null
  return <LazyComponent load={loadPushAgent} props={{}} fallback={null} renderError={() => null} />
}

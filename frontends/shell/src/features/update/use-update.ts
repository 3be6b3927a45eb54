import { browserStorage, hasUnsavedWork, tabStorage, useSocketResync } from '@meadow/web'
import { useEffect, useEffectEvent, useState } from 'react'
import { REMOTE_NAMES } from '../../remote-routes.ts'
import type { FrontendBuilds } from '../../service-worker/messages.ts'
import { readShellBuild } from '../../shell-build.ts'
import { onWorkerMessage, registerServiceWorker, requestReleaseCheck } from './register-service-worker.ts'
import { createReleaseChecks } from './release-checks.ts'

/** Stored once this device has said that all front ends are stored. */
const OFFLINE_READY_KEY = 'offlineReady'
/** A hidden page may become free to reload at any time, for example when an upload ends. */
const RELOAD_INTERVAL_MS = 10_000
/** The builds for which this tab has reloaded itself: a page that is outdated again does not do it twice. */
const RELOADED_FOR_KEY = 'reloadedFor'

/**
 * Registers the service worker, looks for new releases, and returns true if one is ready. Reloads the page by itself if
 * nobody sees it and nothing would be lost. `reload` reloads the page. Calls `onOfflineReady` when all front ends are stored on
 * this device for the first time.
 */
export function useUpdate(reload: () => void, onOfflineReady: () => void): boolean {
  const [current, setCurrent] = useState<FrontendBuilds>({})
  const [checks] = useState(() => createReleaseChecks(() => void requestReleaseCheck()))
  const isReady = isOutdated(readPageBuilds(), current)
  const announceOfflineReady = useEffectEvent(() => {
    if (browserStorage.read(OFFLINE_READY_KEY)) return
    browserStorage.write(OFFLINE_READY_KEY, 'yes')
    onOfflineReady()
  })

  useEffect(() => {
    const controller = new AbortController()
    onWorkerMessage((message) => {
      if (message.type !== 'current-builds') return
      setCurrent(message.builds)
      const isComplete = ['shell', ...REMOTE_NAMES].every((name) => message.builds[name] !== undefined)
      if (!isComplete) return // a front end did not respond
      checks.complete()
      announceOfflineReady()
    }, controller.signal)
    void registerServiceWorker()
      .then(() => navigator.serviceWorker?.ready)
      .then(() => controller.signal.aborted || checks.start())
    return () => {
      controller.abort()
      checks.stop()
    }
  }, [checks])
  useSocketResync(checks.start) // a deployment closes the sockets

  const reloadUnseen = useEffectEvent(() => {
    const target = JSON.stringify(current)
    if (!isReady || !document.hidden || hasUnsavedWork() || tabStorage.read(RELOADED_FOR_KEY) === target) return
    tabStorage.write(RELOADED_FOR_KEY, target)
    reload()
  })
  useEffect(() => {
    if (!isReady) return
    reloadUnseen()
    const timer = setInterval(() => reloadUnseen(), RELOAD_INTERVAL_MS)
    const onChange = () => reloadUnseen()
    document.addEventListener('visibilitychange', onChange)
    return () => {
      clearInterval(timer)
      document.removeEventListener('visibilitychange', onChange)
    }
  }, [isReady])
  return isReady
}

/** Returns the builds that this page runs: of the shell, and of each remote that it has loaded. The build adds them. */
function readPageBuilds(): FrontendBuilds {
  const { meadowBuilds } = globalThis as { meadowBuilds?: FrontendBuilds }
  return { shell: readShellBuild(), ...meadowBuilds }
}

/** Returns true if a page runs another build than the next page would. Unknown builds do not count. */
export const isOutdated = (page: FrontendBuilds, current: FrontendBuilds): boolean =>
  Object.entries(page).some(([name, build]) => current[name] !== undefined && current[name] !== build)

import { browserStorage, hasUnsavedWork, tabStorage, useSocketResync } from '@meadow/web'
import { useEffect, useEffectEvent, useState } from 'react'
import { REMOTE_NAMES } from '../../remote-routes.ts'
import type { FrontendBuilds } from '../../service-worker/messages.ts'
import { isOutdated, readPageBuilds } from './page-builds.ts'
import { onWorkerMessage, registerServiceWorker, requestReleaseCheck } from './register-service-worker.ts'

const CHECK_INTERVAL_MS = 60 * 60 * 1_000
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
  const isReady = isOutdated(readPageBuilds(), current)
  const announceOfflineReady = useEffectEvent((builds: FrontendBuilds) => {
    const isComplete = ['shell', ...REMOTE_NAMES].every((name) => builds[name] !== undefined)
    if (!isComplete || browserStorage.read(OFFLINE_READY_KEY)) return
    browserStorage.write(OFFLINE_READY_KEY, 'yes')
    onOfflineReady()
  })

  useEffect(() => {
    const controller = new AbortController()
    onWorkerMessage((message) => {
      if (message.type !== 'current-builds') return
      setCurrent(message.builds)
      announceOfflineReady(message.builds)
    }, controller.signal)
    void registerServiceWorker()
      .then(() => navigator.serviceWorker?.ready)
      .then(requestReleaseCheck)
    const timer = setInterval(requestReleaseCheck, CHECK_INTERVAL_MS)
    return () => {
      controller.abort()
      clearInterval(timer)
    }
  }, [])
  useSocketResync(() => void requestReleaseCheck()) // a deployment closes the sockets

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

import { useEffect } from 'react'
import { registerServiceWorker } from './register-service-worker.ts'

/** Registers the service worker. */
export function UpdateBar() {
  useEffect(() => void registerServiceWorker(), [])
  return null
}

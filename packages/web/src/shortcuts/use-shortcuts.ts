import { useEffect, useEffectEvent, useSyncExternalStore } from 'react'
import type { Shortcut } from './shortcut.ts'
import { listShortcuts, registerShortcuts, subscribeToShortcuts } from './shortcut-registry.ts'

/**
 * Defines shortcuts while the component is mounted: `useShortcuts([{ keys: 'n', text: t('…'), scope: 'page', run: compose }])`.
 * They are registered once; `run` may change.
 */
export function useShortcuts(shortcuts: readonly Shortcut[]): void {
  const run = useEffectEvent((keys: string) => shortcuts.find((one) => one.keys === keys)?.run?.())
  const register = useEffectEvent(() =>
    registerShortcuts(shortcuts.map((one) => ({ ...one, ...(one.run && { run: () => run(one.keys) }) }))),
  )
  useEffect(() => register(), [])
}

/** Returns the shortcuts that work now. */
export const useShortcutList = (): readonly Shortcut[] => useSyncExternalStore(subscribeToShortcuts, listShortcuts)

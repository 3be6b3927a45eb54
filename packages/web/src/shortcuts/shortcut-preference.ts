import { browserStorage } from '../page/browser-storage.ts'

const STORAGE_KEY = 'shortcuts'

/** Returns whether this browser runs shortcuts: a member who speaks or mistypes keys can switch them off (WCAG 2.1.4). */
export const areShortcutsEnabled = (): boolean => browserStorage.read(STORAGE_KEY) !== 'off'

/** Switches the shortcuts of all tabs of this browser on or off. */
export function setShortcutsEnabled(isEnabled: boolean): void {
  if (isEnabled) browserStorage.remove(STORAGE_KEY)
  else browserStorage.write(STORAGE_KEY, 'off')
}

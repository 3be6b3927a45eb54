/** `manual`: only the member can install the app, as on iPhones. `unavailable`: this browser cannot install it. */
export type InstallState = 'standalone' | 'installable' | 'manual' | 'unavailable'

type Device = { isStandalone: boolean; hasPrompt: boolean; userAgent: string; maxTouchPoints: number }

/** Returns how the app can be installed. An iPad says that it is a Mac, but has a touch screen. */
export function getInstallState({ isStandalone, hasPrompt, userAgent, maxTouchPoints }: Device): InstallState {
  if (isStandalone) return 'standalone'
  if (hasPrompt) return 'installable'
  const isAppleTouchDevice = /iPhone|iPad|iPod/.test(userAgent) || (/Macintosh/.test(userAgent) && maxTouchPoints > 1)
  return isAppleTouchDevice ? 'manual' : 'unavailable'
}

/** Returns true if the app runs in a window of its own, as an installed app. */
export const isStandaloneApp = (): boolean =>
  matchMedia('(display-mode: standalone), (display-mode: window-controls-overlay)').matches ||
  (navigator as { standalone?: boolean }).standalone === true

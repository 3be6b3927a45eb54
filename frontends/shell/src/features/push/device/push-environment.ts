/** Abilities of the browser and permissions of the page. */
export type PushEnvironment = {
  /** True if the page came by https or from this machine. Without it browsers have no push. */
  isSecure: boolean
  isSupported: boolean
  isIos: boolean
  /** True if the page runs as an installed app. On iOS only an installed app has push. */
  isInstalled: boolean
}

export const readPushEnvironment = (): PushEnvironment => ({
  isSecure: globalThis.isSecureContext === true,
  isSupported: 'serviceWorker' in navigator && 'PushManager' in globalThis && 'Notification' in globalThis,
  isIos: isIosDevice(navigator),
  isInstalled: isStandalone(),
})

/** Returns true on iPhone and iPad. Safari on iPad says that it runs on a Mac, but no Mac has a touch screen. */
export const isIosDevice = ({ userAgent, maxTouchPoints }: Pick<Navigator, 'userAgent' | 'maxTouchPoints'>): boolean =>
  /iPhone|iPad|iPod/.test(userAgent) || (/Macintosh/.test(userAgent) && maxTouchPoints > 1)

const isStandalone = (): boolean =>
  ['standalone', 'fullscreen', 'minimal-ui', 'window-controls-overlay'].some(
    (mode) => matchMedia(`(display-mode: ${mode})`).matches,
  ) || (navigator as { standalone?: boolean }).standalone === true // Safari on iOS before 16.4

/** A page of the app, as its service worker sees it. */
export type PageClient = {
  url: string
  visibilityState: DocumentVisibilityState
  focus(): Promise<unknown>
  navigate(url: string): Promise<unknown>
  postMessage(message: unknown, transfer?: Transferable[]): void
}

/** The parts of the service worker that pushes use. */
export type PushScope = {
  origin: string
  registration: Pick<ServiceWorkerRegistration, 'showNotification' | 'getNotifications' | 'pushManager'>
  clients: {
    matchAll(options: { type: 'window'; includeUncontrolled: true }): Promise<readonly PageClient[]>
    openWindow(url: string): Promise<unknown>
  }
}

/** The options of a notification that the types of the DOM lack. */
export type PushNotificationOptions = NotificationOptions & {
  renotify?: boolean
  timestamp?: number
  actions?: { action: string; title: string; type?: 'button' | 'text'; placeholder?: string }[]
}

/** Returns the open pages. Pages of an older worker count too. */
export const listPages = ({ clients }: Pick<PushScope, 'clients'>): Promise<readonly PageClient[]> =>
  clients.matchAll({ type: 'window', includeUncontrolled: true })

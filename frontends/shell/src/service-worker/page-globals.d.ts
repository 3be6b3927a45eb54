// Names that only pages have, in modules which the service worker shares with them. These modules work without them.
declare const localStorage: {
  getItem(key: string): string | null
  setItem(key: string, value: string): void
  removeItem(key: string): void
}
declare type StorageEvent = Event & { key?: string | null }

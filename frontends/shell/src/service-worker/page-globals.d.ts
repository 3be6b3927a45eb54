// Names that only pages have, in modules which the service worker shares with them. These modules work without them.
declare type Storage = {
  getItem(key: string): string | null
  setItem(key: string, value: string): void
  removeItem(key: string): void
}
declare const localStorage: Storage
declare const sessionStorage: Storage
declare type StorageEvent = Event & { key?: string | null }

/** The browser's storage, which may be switched off: then nothing is kept, and nothing breaks. */
export const browserStorage = {
  read(key: string): string | null {
    try {
      return localStorage.getItem(key)
    } catch {
      return null
    }
  },
  write(key: string, value: string): void {
    try {
      localStorage.setItem(key, value)
    } catch {
      // full or forbidden
    }
  },
  remove(key: string): void {
    try {
      localStorage.removeItem(key)
    } catch {
      // forbidden
    }
  },
}

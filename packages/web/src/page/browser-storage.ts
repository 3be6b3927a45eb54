/** Local storage that never throws. If the browser disables storage, it stores nothing. */
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

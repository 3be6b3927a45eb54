/** A combination of keys and its effect while the component that registers it is mounted. */
export type Shortcut = {
  /** The keys as in `KeyboardEvent.key`, one after the other: `n`, `g h`. */
  keys: string
  /** Describes the shortcut in the list of shortcuts. */
  text: string
  /** Heading in the list of shortcuts. A shortcut of a page wins over one of the application with the same keys. */
  scope: 'app' | 'page'
  /** Absent if an open layer handles the keys itself. */
  run?: () => void
  /** Runs again while the key is held down. */
  repeats?: boolean
}

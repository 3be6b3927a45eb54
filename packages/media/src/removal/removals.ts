/** Files that nothing shows any more. A service notes them in the transaction that lets them go: `removeLater`. */
export type Removals = {
  /**
   * Calls `remove` with some of the paths that are due at `at` and forgets those that it removed; the others come again
   * later and later. Answers how many were due.
   */
  removeDue(at: Date, remove: (path: string) => Promise<void>): Promise<{ due: number; failed: number }>
}

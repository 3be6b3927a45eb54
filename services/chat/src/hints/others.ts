import type { Hint } from './hint.ts'

/** The other instances of this service. Whatever is told while they cannot be reached, they never hear. */
export type Others = {
  tell(hints: readonly Hint[]): Promise<void>
  /** Hears what they tell from now on, in the order of each of them. */
  hear(onHints: (hints: readonly Hint[]) => void): Promise<AsyncDisposable>
}

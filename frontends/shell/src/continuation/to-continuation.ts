import type { AccountAppeal, AccountRestore, SecondFactorRequest } from '@meadow/contracts/browser'
import { ApiError } from '@meadow/web'

/** The next step of a sign-in whose first step was right: the second factor, the decision to restore a deactivated account, or an appeal. */
export type Continuation =
  | { secondFactor: SecondFactorRequest; remember: boolean; next: string | undefined }
  | { restore: AccountRestore; remember: boolean; next: string | undefined }
  | { appeal: AccountAppeal & { message: string }; remember: boolean; next: string | undefined }

/** Reads from the refusal of a sign-in how it continues; undefined if it does not. `next` is the path that opens after it. */
export function toContinuation(
  error: unknown,
  context: { remember: boolean; next: string | undefined },
): Continuation | undefined {
  if (!(error instanceof ApiError)) return undefined
  const { secondFactor, restore, appeal } = error.body
  if (secondFactor) return { secondFactor, ...context }
  if (appeal) return { appeal: { ...appeal, message: error.message }, ...context }
  return restore && { restore, ...context }
}

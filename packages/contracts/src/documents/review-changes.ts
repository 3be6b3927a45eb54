import { type ContractChange, describeSafety, isAdmissible } from './contract-change.ts'

/** The result of `npm run check:documents` for the changes of a contract: the lines to print, and the reasons to fail. */
export type ChangeReview = { notes: string[]; errors: string[] }

/** Reviews the changes of a document. An unsafe change is an error, unless `accepted` has a reason for it. */
export function reviewChanges(
  changes: readonly ContractChange[],
  accepted: Readonly<Record<string, string>>,
): ChangeReview {
  const review: ChangeReview = { notes: [], errors: [] }
  for (const [text, change] of new Map(changes.map((one) => [one.text, one]))) {
    const line = `${text}: ${describeSafety(change)}`
    if (isAdmissible(change)) review.notes.push(line)
    else if (accepted[text]) review.notes.push(`${line}; accepted: ${accepted[text]}`)
    else review.errors.push(`Breaking change: ${line}`)
  }
  return review
}

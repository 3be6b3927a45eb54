import { foldText } from '../search/search-text.ts'

/** Whether a member's name holds what is searched for, as a condition of SQL; with `@` before it the username begins so. */
export const nameFilterSql = (param: string): string => `strpos('@' || m.found_by, folded(${param})) > 0`

/** The same for a member who is at hand. */
export const matchesName = ({ username, fullName }: { username: string; fullName: string }, q: string): boolean =>
  `@${username} ${foldText(fullName)}`.includes(foldText(q))

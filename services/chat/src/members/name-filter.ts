import { foldText } from '@meadow/storage'

/** Returns the SQL condition that the name of a member `m` contains the parameter. With `@` in front, usernames start with it. */
export const nameFilterSql = (param: string): string => `strpos('@' || m.found_by, folded(${param})) > 0`

/** Applies the same condition in memory. */
export const matchesName = ({ username, fullName }: { username: string; fullName: string }, q: string): boolean =>
  `@${username} ${foldText(fullName)}`.includes(foldText(q))

/** Whether a member's name holds what is searched for, as a condition of SQL; with `@` before it the username begins so. */
export const findsName = (param: string): string => `strpos('@' || m.found_by, folded(${param})) > 0`

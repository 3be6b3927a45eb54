/** Query keys of groups in the page's query cache. */
export const groupKeys = {
  list: ['chat', 'groups'] as const,
  allGroups: ['chat', 'group'] as const,
  group: (groupId: string) => ['chat', 'group', groupId] as const,
  allMessages: ['chat', 'group-messages'] as const,
  messages: (groupId: string) => ['chat', 'group-messages', groupId] as const,
}

/** Returns true for queries whose data contains groups. */
export const isGroupQuery = ([first, second]: readonly unknown[]): boolean =>
  first === 'chat' && (second === 'groups' || second === 'group')

/** Returns true for queries whose data contains messages of groups. */
export const isGroupMessageQuery = ([first, second]: readonly unknown[]): boolean =>
  first === 'chat' && second === 'group-messages'

import type { Topic } from '@meadow/contracts'

/** The topics that each service consumes. It may read no others where the bus knows its role. */
export const CONSUMED_TOPICS = {
  auth: ['members', 'reports'],
  social: ['members', 'posts', 'reports'],
  posts: ['members', 'reports'],
  notify: ['members', 'posts', 'messages', 'reports'],
  chat: ['members', 'posts', 'notifications', 'reports'],
} as const satisfies Record<string, readonly Topic[]>

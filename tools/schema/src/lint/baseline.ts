/**
 * The last migration of each owner in the first release. It is installed on empty databases, so only later migrations
 * are checked.
 */
export const BASELINE: Readonly<Record<string, string>> = {
  members: '0002-rounds',
  events: '0003-outbox-topic-and-key',
  bus: '0003-missed-events',
  state: '0002-entries',
  auth: '0003-known-devices',
  social: '0003-retention-of-deleted-posts',
  posts: '0005-one-index-for-each-walk-of-likes',
  chat: '0003-pictures',
  notify: '0002-retention-of-processed-actions',
}

/** Returns the released versions that a changelog lists. */
export const readReleases = (changelog: string): string[] =>
  [...changelog.matchAll(/^## \[?(\d+\.\d+\.\d+)/gm)].map(([, version]) => version ?? '')

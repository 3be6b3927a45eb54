/** Query keys of the feed's own data. */
export const feedQueryKeys = {
  visits: ['feed', 'visits'] as const,
  scope: ['feed', 'scope'] as const,
}

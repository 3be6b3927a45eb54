/** Where what only the feed shows lies in the query cache. */
export const feedQueryKeys = {
  visits: ['feed', 'visits'] as const,
  scope: ['feed', 'scope'] as const,
}

import { rememberLoaded } from '@meadow/web'

/** Loads the menu with more ways to post. */
export const loadMoreWaysMenu = rememberLoaded(async () => ({
  default: (await import('./more-ways-menu.tsx')).MoreWaysMenu,
}))
